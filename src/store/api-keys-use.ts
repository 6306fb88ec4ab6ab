/**
 * state/api_keys_use.json records when and from where each API key was last used. It is kept apart from config.json,
 * which holds settings only.
 */

import { isObject } from '../base/json-object.ts'
import { writeAtomically } from './atomic-file.ts'
import { readOwned } from './owned-file.ts'

export interface ApiKeyUse {
  /** The day as YYYY-MM-DD. */
  on: string
  /** The remote address. */
  from: string
}

interface Moment {
  nowMs: number
  from: string
  /** The ids of the keys that exist; uses of any other key are forgotten. */
  keys: readonly string[]
}

export interface ApiKeysUse {
  /** Writes once a day for each key, and at most once a minute when only the address changes. */
  used(id: string, moment: Moment): void
  last(id: string): ApiKeyUse | undefined
}

const dayLength = 'YYYY-MM-DD'.length
const betweenAddressesMs = 60_000

export function openApiKeysUse(path: string): ApiKeysUse {
  const uses = new Map(readUses(path))
  const writtenMs = new Map<string, number>()
  return {
    used(id, { nowMs, from, keys }) {
      const before = uses.get(id)
      const on = new Date(nowMs).toISOString().slice(0, dayLength)
      if (before?.on === on && before.from === from) return
      uses.set(id, { on, from })
      const isSoon = nowMs - (writtenMs.get(id) ?? Number.NEGATIVE_INFINITY) < betweenAddressesMs
      if (before?.on === on && isSoon) return
      for (const known of uses.keys()) if (!keys.includes(known)) uses.delete(known)
      writtenMs.set(id, nowMs)
      writeUses(path, uses)
    },
    last: (id) => uses.get(id),
  }
}

/** A damaged file costs only a few dates; the next use rewrites it. */
function readUses(path: string): [string, ApiKeyUse][] {
  try {
    const stored: unknown = JSON.parse(String(readOwned(path)))
    return isObject(stored)
      ? Object.entries(stored).filter((entry): entry is [string, ApiKeyUse] => isUse(entry[1]))
      : []
  } catch {
    return []
  }
}

const isUse = (value: unknown): boolean =>
  isObject(value) && typeof value.from === 'string' && typeof value.on === 'string' && value.on.length === dayLength

function writeUses(path: string, uses: Map<string, ApiKeyUse>): void {
  try {
    writeAtomically(path, `${JSON.stringify(Object.fromEntries(uses))}\n`)
  } catch {
    // A full disk must not make the service refuse a caller who has a key.
  }
}
