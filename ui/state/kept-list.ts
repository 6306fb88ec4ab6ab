/** Lists of strings that this browser stores. */
import { viewedKey } from '../routes.ts'

/** Returns an empty list when nothing or anything else is stored, and where the owner looks at what a key sees. */
export function keptList(storageKey: string): readonly string[] {
  if (viewedKey !== undefined) return []
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '[]')
    return Array.isArray(kept) ? kept.filter((one) => typeof one === 'string') : []
  } catch {
    return []
  }
}

export function keepList(storageKey: string, list: Iterable<string>): void {
  if (viewedKey === undefined) localStorage.setItem(storageKey, JSON.stringify([...list]))
}

/** Removes the item if it is in the list, and appends it otherwise. */
export const toggled = (list: readonly string[], one: string): readonly string[] =>
  list.includes(one) ? list.filter((other) => other !== one) : [...list, one]
