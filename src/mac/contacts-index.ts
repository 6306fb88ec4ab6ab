/** Finds the one contact that an address belongs to; returns none where several could be meant. */
import { handleLookupKey, normaliseHandle, sameHandle } from '../domain/handles.ts'
import { nameKey, sameName } from '../domain/same-name.ts'
import type { Contact } from './contacts-store.ts'

interface Entry {
  handle: string
  contact: Contact & { name: string }
}

export interface ContactsIndex {
  find(handle: string): Contact | undefined
}

/** Every list looks up the same people, but callers can look up any address, so the cache is bounded. */
const mostKnown = 5_000

export function indexContacts(contacts: readonly Contact[]): ContactsIndex {
  const entries = new Map<string, Entry[]>()
  for (const contact of contacts.filter(isNamed)) {
    for (const handle of contact.handles) {
      const key = handleLookupKey(handle)
      const sameKey = entries.get(key)
      if (sameKey) sameKey.push({ handle, contact })
      else entries.set(key, [{ handle, contact }])
    }
  }
  const find = (handle: string): Contact | undefined => {
    const candidates = entries.get(handleLookupKey(handle)) ?? []
    const found = onlyOne(bestMatches(candidates, handle))
    return found && (pictured(found, candidates, handle) ?? found)
  }
  const known = new Map<string, Contact | undefined>()
  return {
    find(handle) {
      if (known.has(handle)) return known.get(handle)
      if (known.size === mostKnown) known.clear()
      const found = find(handle)
      known.set(handle, found)
      return found
    },
  }
}

/** Finds the same person in another account when that card has a picture and this one has none. */
function pictured(found: Entry['contact'], candidates: readonly Entry[], handle: string): Contact | undefined {
  if (found.hasPhoto || candidates.length === 1) return undefined
  const isSame = ({ contact, handle: other }: Entry) =>
    contact.hasPhoto && sameName(contact.name, found.name) && sameHandle(other, handle)
  return candidates.find(isSame)?.contact
}

const isNamed = (contact: Contact): contact is Entry['contact'] => contact.name !== undefined

/** A number that matches in full is preferred to numbers that only end alike. */
function bestMatches(entries: readonly Entry[], handle: string): Entry[] {
  const normal = normaliseHandle(handle)
  const exact = entries.filter((entry) => normaliseHandle(entry.handle) === normal)
  return exact.length > 0 ? exact : entries.filter((entry) => sameHandle(entry.handle, handle))
}

/** The same person is often in several accounts, so contacts with the same name count as one person. */
function onlyOne(matches: readonly Entry[]): Entry['contact'] | undefined {
  const names = new Set(matches.map(({ contact }) => nameKey(contact.name)))
  return names.size === 1 ? matches[0]?.contact : undefined
}
