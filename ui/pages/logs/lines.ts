/** Holds the newest ten thousand lines of the log page, numbered by arrival, with the gaps between them. */
import type { LogEntry, LogLevel } from '../../../src/contract/log-entry.ts'

export interface LogLine extends LogEntry {
  /** Numbers lines in the order of arrival and is never reused. */
  id: number
  /** Seconds without data before this line, because the stream was interrupted. */
  gapS?: number
}

export const mostLines = 10_000

export interface Lines {
  all: readonly LogLine[]
  nextId: number
  /** Keys of lines that may arrive again after an interruption. */
  known?: ReadonlySet<string>
}

export const noLines: Lines = { all: [], nextId: 1 }

interface Arrived {
  entries: readonly LogEntry[]
  /** Whether this is the first batch after an interruption, which may repeat known lines. */
  resumed: boolean
}

export function withArrived(before: Lines, { entries, resumed }: Arrived): Lines {
  const { all, nextId } = before
  const known = resumed && all.length > 0 ? new Set(all.map(keyOf)) : before.known
  const fresh = known === undefined ? entries : entries.filter((entry) => !known.has(keyOf(entry)))
  const isGap = resumed && fresh.length === entries.length
  const gapS = isGap ? gapBetween(all.at(-1), fresh[0]) : undefined
  const lines = fresh.map((entry, place) => ({
    ...entry,
    id: nextId + place,
    ...(place === 0 && gapS !== undefined && { gapS }),
  }))
  return {
    all: [...all, ...lines].slice(-mostLines),
    nextId: nextId + lines.length,
    // Once a new line has arrived, old lines are no longer repeated.
    ...(known !== undefined && fresh.length === 0 && { known }),
  }
}

const keyOf = ({ ts, source, level, msg }: LogEntry): string => `${ts} ${source} ${level} ${msg}`

function gapBetween(last: LogEntry | undefined, first: LogEntry | undefined): number | undefined {
  if (last === undefined || first === undefined) return undefined
  return Math.max(0, Math.round((Date.parse(first.ts) - Date.parse(last.ts)) / 1000))
}

export function countsOf(lines: readonly LogLine[]): Readonly<Record<LogLevel, number>> {
  const counts = { debug: 0, info: 0, warn: 0, error: 0 }
  for (const { level } of lines) counts[level]++
  return counts
}

/** Counts the lines of each source, sorted by name. */
export function sourcesOf(lines: readonly LogLine[]): readonly (readonly [source: string, count: number])[] {
  const counts = new Map<string, number>()
  for (const { source } of lines) counts.set(source, (counts.get(source) ?? 0) + 1)
  return [...counts].sort(([one], [other]) => one.localeCompare(other))
}
