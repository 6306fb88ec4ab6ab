/** A logger that discards everything; commands report on the terminal instead. */
import type { Logger } from '../../contract/log-entry.ts'

export const silent: Logger = { debug() {}, info() {}, warn() {}, error() {}, as: () => silent }
