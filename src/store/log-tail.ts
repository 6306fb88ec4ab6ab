/** Follows service.jsonl across rotations: the last entries first, then each new one as it is written. */
import { statSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { LogEntry } from '../contract/log-entry.ts'
import { type LineReader, openLineReader } from './line-reader.ts'
import { keptLogFiles } from './log-file.ts'
import { maxLineBytes, readLogLine } from './log-line.ts'
import { rotatedNames } from './rotation.ts'

export interface TailOptions {
  /** The number of existing entries to return first. */
  backlog?: number
  /** Called once all existing entries have been consumed. */
  onCaughtUp?: () => void
  signal?: AbortSignal
  pollMs?: number
}

/** Ends when the signal aborts. Lines that are not log entries, such as one torn by a full disk, are skipped. */
export async function* tailLog(path: string, options: TailOptions = {}): AsyncGenerator<LogEntry, void, undefined> {
  const { backlog = 0, onCaughtUp, signal, pollMs = 250 } = options
  const start = await readBacklog(path, backlog)
  let reader = start.reader
  try {
    yield* entriesOf(start.lines)
    onCaughtUp?.()
    while (!signal?.aborted) {
      // Looks for a newer file before the last read of the present one, since a rotated file is never written again.
      const next = await openNewer(path, reader)
      yield* entriesOf((await reader?.readLines()) ?? [])
      if (next) {
        await reader?.close()
        reader = next
      } else {
        await sleep(pollMs, undefined, { signal }).catch(() => undefined)
      }
    }
  } finally {
    await reader?.close()
  }
}

function* entriesOf(lines: string[]): Generator<LogEntry> {
  for (const line of lines) {
    const entry = readLogLine(line)
    if (entry !== undefined) yield entry
  }
}

/** The returned reader is at the end of the newest file; the lines may come from rotated files as well. */
async function readBacklog(path: string, count: number): Promise<{ reader: LineReader | undefined; lines: string[] }> {
  const reader = await openLineReader(path, count * maxLineBytes)
  let lines = (await reader?.readLines()) ?? []
  for (const name of rotatedNames(path, keptLogFiles).slice(1)) {
    if (lines.length >= count) break
    const older = await openLineReader(name, count * maxLineBytes)
    if (older && older.inode !== reader?.inode) lines = [...(await older.readLines()), ...lines]
    await older?.close()
  }
  return { reader, lines: count > 0 ? lines.slice(-count) : [] }
}

/** Returns the file that was created after the one being read, if there is one. */
async function openNewer(path: string, reader: LineReader | undefined): Promise<LineReader | undefined> {
  const name = reader ? await newerName(path, reader) : path
  const next = name === undefined ? undefined : await openLineReader(name)
  if (next === undefined || next.inode !== reader?.inode) return next
  // The file was rotated between the two checks; the next poll finds the right one.
  await next.close()
  return undefined
}

async function newerName(path: string, reader: LineReader): Promise<string | undefined> {
  const files = rotatedNames(path, keptLogFiles).flatMap((name) => {
    const stats = statSync(name, { throwIfNoEntry: false })
    return stats ? [{ name, inode: stats.ino, modifiedMs: stats.mtimeMs }] : []
  })
  const own = files.findIndex(({ inode }) => inode === reader.inode)
  if (own >= 0) return files[own - 1]?.name
  // The file was removed or rotated away, so reading continues with the oldest file written after it.
  const ownModifiedMs = await reader.modifiedMs()
  return files.findLast(({ modifiedMs }) => modifiedMs >= ownModifiedMs)?.name
}
