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
  /** After an interruption, what may come once more. */
  known?: ReadonlySet<string>
}

export const noLines: Lines = { all: [], nextId: 1 }

interface Arrived {
  entries: readonly LogEntry[]
  /** The first after an interruption: what comes may be known already. */
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
    // Once something new has come, nothing of before comes any more.
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

/** Source → number of lines, by name. */
export function sourcesOf(lines: readonly LogLine[]): readonly (readonly [source: string, count: number])[] {
  const counts = new Map<string, number>()
  for (const { source } of lines) counts.set(source, (counts.get(source) ?? 0) + 1)
  return [...counts].sort(([one], [other]) => one.localeCompare(other))
}
