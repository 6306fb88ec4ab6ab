/**
 * mirror.jsonl: a debug copy of what is relayed, including texts; nothing in it is kept for longer than about a week.
 */
import { rmSync, type Stats, statSync } from 'node:fs'
import { resolve } from 'node:path'
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
