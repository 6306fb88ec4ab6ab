/**
 * Keeps mirror.jsonl: a debug copy of what is relayed, including texts; nothing in it is kept for longer than about a
 * week.
 */
import { closeSync, constants, fstatSync, readSync, rmSync, type Stats, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { isObject } from '../base/json-object.ts'
import { openAppendFile } from './append-file.ts'
import { openInAnyFolder } from './owned-file.ts'
import { rotate, rotatedNames } from './rotation.ts'

export interface Mirror {
  /** Returns false when the record could not be written: a missing debug copy is no reason to stop. */
  append(record: MirrorRecord): boolean
  close(): void
}

export interface MirrorRecord {
  event: string
  /** `bridge` or the name of a plugin. */
  source: string
  /** Additional fields, which never replace those that the mirror sets. */
  fields: Readonly<Record<string, unknown>>
}

const keptFiles = 8
const maxTotalBytes = 50 * 1024 * 1024
const dayMs = 86_400_000
const maxAgeMs = 7 * dayMs

/** Returns the path of the mirror, or undefined when none is wanted. `setting` is `relay.mirror_file`. */
export const mirrorPath = (base: string, setting: string | null): string | undefined =>
  setting === null ? undefined : resolve(base, setting)

/** Starts a new file every day, and sooner when one is full. */
export function openMirror(path: string, now: () => number = Date.now): Mirror {
  const file = openAppendFile(path, openInAnyFolder)

  function makeRoom(bytes: number): void {
    const stats = file.stats()
    if (stats.size > 0 && (isOfAnotherDay(stats, now()) || stats.size + bytes > maxTotalBytes / keptFiles)) {
      rotate(path, keptFiles)
    }
    dropOld(path, now())
  }

  return {
    append({ event, source, fields }) {
      const own = { ts: new Date(now()).toISOString(), event, source }
      // The mirror's own fields come first because readers expect them there, and last so that they override those of a
      // plugin.
      const line = `${JSON.stringify({ ...own, ...fields, ...own })}\n`
      try {
        makeRoom(Buffer.byteLength(line))
        file.append(line)
        return true
      } catch {
        return false
      }
    },
    close: file.close,
  }
}

const isOfAnotherDay = ({ mtimeMs }: Stats, nowMs: number): boolean =>
  Math.floor(mtimeMs / dayMs) !== Math.floor(nowMs / dayMs)

function dropOld(path: string, nowMs: number): void {
  for (const name of rotatedNames(path, keptFiles).slice(1)) {
    const stats = statSync(name, { throwIfNoEntry: false })
    if (stats && nowMs - stats.mtimeMs > maxAgeMs) rmSync(name, { force: true })
  }
}

const tailBytes = 64 * 1024

/**
 * Finds when the newest message in the mirror was sent. It reads the end of the file, and only after the file has
 * changed. Returns Unix milliseconds, or undefined when there is no message near the end or no mirror.
 */
export function mirrorEnd(): (path: string) => number | undefined {
  let known: { stamp: string; sentAtMs: number | undefined } | undefined
  return (path) => {
    const fd = openOrNone(path)
    if (fd === undefined) return undefined
    try {
      const { ino, size, mtimeMs } = fstatSync(fd)
      const stamp = `${path} ${ino} ${size} ${mtimeMs}`
      if (known?.stamp !== stamp) known = { stamp, sentAtMs: newestIn(linesAtEnd(fd, size)) }
      return known.sentAtMs
    } finally {
      closeSync(fd)
    }
  }
}

function openOrNone(path: string): number | undefined {
  try {
    return openInAnyFolder(path, constants.O_RDONLY)
  } catch {
    // The mirror is only a copy for debugging; without it, the caller uses the journal.
    return undefined
  }
}

function linesAtEnd(fd: number, size: number): string[] {
  const bytes = Buffer.alloc(Math.min(tailBytes, size))
  const length = readSync(fd, bytes, 0, bytes.length, size - bytes.length)
  return bytes.toString('utf8', 0, length).split('\n')
}

/** Skips lines of plugins, which write into the mirror as well, and the first line, which may be cut. */
function newestIn(lines: string[]): number | undefined {
  for (const line of lines.toReversed()) {
    const sentAtMs = sentAtOf(line)
    if (sentAtMs !== undefined) return sentAtMs
  }
  return undefined
}

function sentAtOf(line: string): number | undefined {
  if (!line.includes('"event":"message"')) return undefined
  try {
    const entry: unknown = JSON.parse(line)
    if (!isObject(entry) || entry.source !== 'bridge') return undefined
    const sentAtMs = Date.parse(String(entry.sent_at))
    return Number.isNaN(sentAtMs) ? undefined : sentAtMs
  } catch {
    return undefined
  }
}
