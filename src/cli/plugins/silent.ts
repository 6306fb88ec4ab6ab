/** Provides a logger that discards everything, because commands report on the terminal instead. */
import type { Logger } from '../../contract/log-entry.ts'

export const silent: Logger = { debug() {}, info() {}, warn() {}, error() {}, as: () => silent }
