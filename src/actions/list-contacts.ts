/** GET /api/v1/contacts */
import type { Contact } from '../contract/contact.ts'
import { fittingAddresses } from '../domain/contact-search.ts'
import { handleLookupKey, normaliseHandle, sameHandle } from '../domain/handles.ts'
import { ServiceError } from '../domain/service-error.ts'
import type { Action } from './action.ts'
import type { Doors } from './doors.ts'

interface Talked {
  /** As Messages writes it. */
  handle: string
  /** 0 is the one talked to last. */
  rank: number
}

const conversationsLookedAt = 200
const never = Number.POSITIVE_INFINITY

/** Those talked to lately come first, the others by name. */
export const listContacts: Action<'list_contacts'> = ({ q, limit }, { contacts, history }) => {
  const talkedTo = lately(history)
  const people = contacts.all().map(({ name = '', handles }) => ({ name, handles }))
  const found = fittingAddresses(people, q).map(({ name, handle }) => {
    const talked = talkedTo(handle)
    return { name, handle: talked?.handle ?? normaliseHandle(handle), rank: talked?.rank ?? never }
  })
  return once(found)
    .sort((a, b) => (a.rank === b.rank ? byName.compare(a.name, b.name) : a.rank - b.rank))
    .slice(0, limit)
    .map(({ name, handle }) => contact(name, handle, contacts))
}

const byName = new Intl.Collator(undefined, { sensitivity: 'base' })

function contact(name: string, handle: string, contacts: Doors['contacts']): Contact {
  const avatar = `/api/v1/contacts/${encodeURIComponent(handle)}/avatar`
  return { name, handle, avatar_url: contacts.hasPhoto(handle) ? avatar : null }
}

/** The same person is often in several accounts. */
function once<T extends { name: string; handle: string }>(entries: readonly T[]): T[] {
  const kept = new Map(entries.map((entry) => [`${entry.name.toLowerCase()} ${handleLookupKey(entry.handle)}`, entry]))
  return [...kept.values()]
}

function lately(history: Doors['history']): (handle: string) => Talked | undefined {
  const talks = readable(() => history.conversations({ limit: conversationsLookedAt, offset: 0 }))
    .filter((conversation) => !conversation.is_group)
    .map(({ handle }, rank) => ({ handle, rank }))
  const byKey = Map.groupBy(talks, ({ handle }) => handleLookupKey(handle))
  return (handle) => byKey.get(handleLookupKey(handle))?.find((talked) => sameHandle(talked.handle, handle))
}

/** Contacts can be listed while Messages cannot be read. */
function readable<T>(read: () => T[]): T[] {
  try {
    return read()
  } catch (error) {
    if (error instanceof ServiceError) return []
    throw error
  }
}
