/** The lines that the log page holds: the newest ten thousand, numbered as they came, and where some are missing between them. */
import type { LogEntry, LogLevel } from '../../../src/contract/log-entry.ts'

export interface LogLine extends LogEntry {
  /** In the order of arrival; never used twice. */
  id: number
  /** So long nothing was heard before it, because the stream was interrupted. */
  gapS?: number
}

export const mostLines = 10_000

export interface Lines {
  all: readonly LogLine[]
  nextId: number
}

export const noLines: Lines = { all: [], nextId: 1 }

const isSame = (one: LogEntry, other: LogEntry): boolean =>
  one.ts === other.ts && one.source === other.source && one.level === other.level && one.msg === other.msg

interface Arrived {
  entries: readonly LogEntry[]
  /** After an interruption what comes first may be known already. */
  resumed: boolean
}

export function withArrived({ all, nextId }: Lines, { entries, resumed }: Arrived): Lines {
  const fresh = resumed ? afterKnown(all, entries) : entries
  const [first, last] = [fresh[0], all.at(-1)]
  const gapS = resumed && first && last && fresh.length === entries.length ? gapBetween(last, first) : undefined
  const lines = fresh.map((entry, place) => ({
    ...entry,
    id: nextId + place,
    ...(place === 0 && gapS !== undefined && { gapS }),
  }))
  return { all: [...all, ...lines].slice(-mostLines), nextId: nextId + lines.length }
}

/** What stands after the last line that is known; all of it where that line is not among it. */
function afterKnown(all: readonly LogLine[], entries: readonly LogEntry[]): readonly LogEntry[] {
  const last = all.at(-1)
  return last === undefined ? entries : entries.slice(entries.findLastIndex((entry) => isSame(entry, last)) + 1)
}

const gapBetween = (last: LogEntry, first: LogEntry): number =>
  Math.max(0, Math.round((Date.parse(first.ts) - Date.parse(last.ts)) / 1000))

export function countsOf(lines: readonly LogLine[]): Readonly<Record<LogLevel, number>> {
  const counts = { debug: 0, info: 0, warn: 0, error: 0 }
  for (const { level } of lines) counts[level]++
  return counts
}
