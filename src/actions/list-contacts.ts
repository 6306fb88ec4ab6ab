/** Implements GET /api/v1/contacts. */
import type { Contact } from '../contract/contact.ts'
import { contactAvatarPath } from '../domain/contact-name.ts'
import { fittingAddresses } from '../domain/contact-search.ts'
import { handleLookupKey, normaliseHandle, sameHandle } from '../domain/handles.ts'
import { nameKey } from '../domain/same-name.ts'
import { unlessFailed } from '../domain/service-error.ts'
import type { Action } from './action.ts'
import type { Services } from './services.ts'

interface Talked {
  /** The address as Messages spells it. */
  handle: string
  /** 0 is the most recent conversation. */
  rank: number
}

const conversationsLookedAt = 200
const never = Number.POSITIVE_INFINITY

/** People of recent conversations come first, the others by name. */
export const listContacts: Action<'list_contacts'> = ({ q, limit }, { contacts, history }) => {
  const talks = latelyByName(history, contacts)
  const people = contacts.all().map(({ name = '', handles }) => ({ name, handles }))
  const ranked = fittingAddresses(people, q).map((address) => {
    const talked = talks.get(address.name)?.find((each) => sameHandle(each.handle, address.handle))
    return { ...address, rank: talked?.rank ?? never, known: talked?.handle }
  })
  ranked.sort((a, b) => (a.rank === b.rank ? compare(a.folded, b.folded) : a.rank - b.rank))
  return firstOnce(ranked, limit).map(({ name, handle }) => contact(name, handle, contacts))
}

const compare = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1)

const contact = (name: string, handle: string, contacts: Services['contacts']): Contact => ({
  name,
  handle,
  avatar_url: contacts.hasPhoto(handle) ? contactAvatarPath(handle) : null,
})

interface Ranked {
  name: string
  handle: string
  /** The address as Messages spells it. */
  known: string | undefined
}

/** The same person is often in several accounts, and a number in full is preferred to one without its country code. */
function firstOnce(ranked: readonly Ranked[], limit: number): { name: string; handle: string }[] {
  const found = new Map<string, { name: string; handle: string }>()
  for (const { name, handle: written, known } of ranked) {
    const key = `${nameKey(name)} ${handleLookupKey(written)}`
    const handle = known ?? normaliseHandle(written)
    const earlier = found.get(key)
    if (earlier === undefined && found.size === limit) break
    if (earlier === undefined || (handle.startsWith('+') && !earlier.handle.startsWith('+')))
      found.set(key, { name, handle })
  }
  return [...found.values()]
}

function latelyByName(history: Services['history'], contacts: Services['contacts']): Map<string, Talked[]> {
  // Contacts can still be listed while Messages cannot be read.
  const talks = (unlessFailed(() => history.conversations({ limit: conversationsLookedAt, offset: 0 })) ?? [])
    .filter((conversation) => !conversation.is_group)
    .map(({ handle }, rank) => ({ handle, rank }))
  return Map.groupBy(talks, ({ handle }) => contacts.nameOf(handle) ?? '')
}
