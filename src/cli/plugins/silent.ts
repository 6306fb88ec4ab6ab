/** A log that nobody reads: commands tell on the terminal what matters. */
import type { Logger } from '../../contract/log-entry.ts'

export const silent: Logger = { debug() {}, info() {}, warn() {}, error() {}, as: () => silent }
