/** Joins the lines of one source that were read from the log with those that have arrived since. */
import type { LogEntry } from '../../../src/contract/log-entry.ts'

interface Lines {
  /** The last lines of this source when the page asked, oldest first. */
  past: readonly LogEntry[]
  /** Lines of all sources as they arrive, beginning with a part of what is past. */
  live: readonly LogEntry[]
  most: number
}

export function lastLinesOf(source: string, { past, live, most }: Lines): readonly LogEntry[] {
  const arrived = live.filter((line) => line.source === source)
  const known = new Set(arrived.map(keyOf))
  return [...past.filter((line) => !known.has(keyOf(line))), ...arrived].slice(-most)
}

const keyOf = ({ ts, level, msg }: LogEntry): string => `${ts} ${level} ${msg}`
