/**
 * Declares one line of service.jsonl and of the log stream. It never contains message text, and handles only at level
 * debug.
 */
import { type Static, Type } from '@sinclair/typebox'
import { type LogLevel, logLevels } from './log-levels.ts'

export type { LogLevel }
export { logLevels }

export const LogEntry = Type.Object({
  ts: Type.String({ description: 'ISO 8601 UTC' }),
  source: Type.String({ description: '`bridge`, `web` or the name of a plugin' }),
  level: Type.Union(logLevels.map((level) => Type.Literal(level))),
  msg: Type.String(),
})
export type LogEntry = Static<typeof LogEntry>

/** The interface through which every room logs; the main program of the process binds it to service.jsonl. */
export interface Logger {
  debug(msg: string): void
  info(msg: string): void
  warn(msg: string): void
  error(msg: string): void
  /** Returns the same log under another source. */
  as(source: string): Logger
}

/** Discards everything: for a command, which reports on the terminal instead, and for attacks, whose output is of no interest. */
export const silentLog: Logger = { debug() {}, info() {}, warn() {}, error() {}, as: () => silentLog }
