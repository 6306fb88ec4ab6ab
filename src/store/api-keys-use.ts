/** state/api_keys_use.json: the day on which each API key was used last. Apart from config.json, which holds wishes only. */
import { readFileSync } from 'node:fs'
import { writeAtomically } from './atomic-file.ts'
import { isObject } from './merge-patch.ts'

export interface ApiKeysUse {
  /** Written once a day for each key. `keys` are those there are; of others nothing is kept. */
  used(id: string, at: { nowMs: number; keys: readonly string[] }): void
  /** YYYY-MM-DD */
  lastUsedOn(id: string): string | null
}

const dayLength = 'YYYY-MM-DD'.length

export function openApiKeysUse(path: string): ApiKeysUse {
  const days = new Map(readDays(path))
  return {
    used(id, { nowMs, keys }) {
      const today = new Date(nowMs).toISOString().slice(0, dayLength)
      if (days.get(id) === today) return
      days.set(id, today)
      for (const known of days.keys()) if (!keys.includes(known)) days.delete(known)
      writeDays(path, days)
    },
    lastUsedOn: (id) => days.get(id) ?? null,
  }
}

/** A damaged file costs a few dates; the next use writes it anew. */
function readDays(path: string): [string, string][] {
  try {
    const stored: unknown = JSON.parse(readFileSync(path, 'utf8'))
    return isObject(stored) ? Object.entries(stored).filter((entry): entry is [string, string] => isDay(entry[1])) : []
  } catch {
    return []
  }
}

const isDay = (value: unknown): boolean => typeof value === 'string' && value.length === dayLength

function writeDays(path: string, days: Map<string, string>): void {
  try {
    writeAtomically(path, `${JSON.stringify(Object.fromEntries(days))}\n`)
  } catch {
    // A full disk must not refuse a caller who has a key.
  }
}
