/** Finds the last entries of service.jsonl and its rotated files that match a query. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { type LogEntry, type LogLevel, logLevels } from '../contract/log-entry.ts'
import { openLineReader } from './line-reader.ts'
import { keptLogFiles } from './log-file.ts'
import { readLogLine } from './log-line.ts'
import { rotatedNames } from './rotation.ts'

export interface LogQuery {
  limit: number
  /** The lowest level to include. */
  level?: LogLevel | undefined
  source?: string | undefined
}

/** Only the end of each file is read, since a log may be of any size. */
const tailBytes = 8 * 1024 * 1024
const linesAtOnce = 2_000

/** Returns the entries oldest first. */
export async function lastLogEntries(path: string, query: LogQuery): Promise<LogEntry[]> {
  const seen = new Set<number>()
  let found: LogEntry[] = []
  for (const name of rotatedNames(path, keptLogFiles)) {
    const reader = await openLineReader(name, tailBytes)
    if (reader === undefined) continue
    // A file that is rotated while this loop runs is found again under the next name.
    const lines = seen.has(reader.inode) ? [] : await reader.readLines()
    seen.add(reader.inode)
    await reader.close()
    found = [...(await lastFitting(lines, { ...query, limit: query.limit - found.length })), ...found]
    if (found.length >= query.limit) break
  }
  return found
}

async function lastFitting(lines: readonly string[], { limit, level, source }: LogQuery): Promise<LogEntry[]> {
  const least = level === undefined ? 0 : logLevels.indexOf(level)
  const found: LogEntry[] = []
  for (let n = lines.length - 1; n >= 0 && found.length < limit; n--) {
    const entry = readLogLine(lines[n] ?? '')
    if (entry && logLevels.indexOf(entry.level) >= least && (source ?? entry.source) === entry.source) found.push(entry)
    if (n % linesAtOnce === 0) await nextTurn()
  }
  return found.reverse()
}
