/**
 * Keeps state/kept_separate.json: the addresses of people whose conversations the owner keeps separate, although one
 * card of Contacts has them all.
 */
import { statSync } from 'node:fs'
import { Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { normaliseHandle, sameHandle } from '../domain/handles.ts'
import { writeAtomically } from './atomic-file.ts'
import { withLock } from './file-lock.ts'
import { readOwned } from './owned-file.ts'

const Kept = Type.Object({ handles: Type.Array(Type.String()) })

export interface KeptSeparate {
  /** Returns the same array as long as the file is the same. */
  handles(): readonly string[]
  separate(handles: readonly string[]): void
  join(handles: readonly string[]): void
}

export function keptSeparate(path: string): KeptSeparate {
  let read: { stamp: string; handles: readonly string[] } | undefined

  const current = (): readonly string[] => {
    const stamp = stampOf(path)
    if (read?.stamp !== stamp) read = { stamp, handles: handlesIn(path) }
    return read.handles
  }
  const change = (changed: (handles: readonly string[]) => readonly string[]): void =>
    withLock(`${path}.lock`, () => {
      writeAtomically(path, `${JSON.stringify({ handles: changed(handlesIn(path)) })}\n`)
      read = undefined
    })
  return {
    handles: current,
    separate: (added) => change((handles) => [...without(handles, added), ...added.map(normaliseHandle)]),
    join: (removed) => change((handles) => without(handles, removed)),
  }
}

const without = (handles: readonly string[], others: readonly string[]): string[] =>
  handles.filter((handle) => !others.some((other) => sameHandle(handle, other)))

/** A rename gives the file another inode, so every change is noticed. */
function stampOf(path: string): string {
  const stats = statSync(path, { bigint: true, throwIfNoEntry: false })
  return stats === undefined ? '' : `${stats.ino} ${stats.size} ${stats.mtimeNs}`
}

/** A missing or damaged file keeps nobody separate. */
function handlesIn(path: string): readonly string[] {
  try {
    const kept: unknown = JSON.parse(String(readOwned(path)))
    return Value.Check(Kept, kept) ? kept.handles : []
  } catch {
    return []
  }
}
