/**
 * Joins the conversations of one person: a person who writes from several addresses has one conversation, under the key
 * of the oldest.
 */
import type { ConversationKey } from '../../contract/ids.ts'
import { normaliseHandle, sameHandle } from '../handles.ts'
import { joinedPerson, type Person, type Persons } from './persons.ts'

export interface AddressChat {
  /** The key of the address itself. */
  conversation: ConversationKey
  identifier: string
  isGroup: boolean
}

/** Keys of addresses, with the key of the conversation that each is joined to. */
export type JoinedKeys = ReadonlyMap<ConversationKey, ConversationKey>

/**
 * Returns the keys that are joined, the oldest included; a key that is not in it stays on its own. `chats` come the
 * oldest first. `own` are the addresses that Messages is signed in with.
 */
export function joinedKeys(
  chats: Iterable<AddressChat>,
  persons: Pick<Persons, 'find'>,
  own: readonly string[],
): JoinedKeys {
  const ofPerson = new Map<Person, Map<ConversationKey, string>>()
  const seen = new Set<ConversationKey>()
  for (const { conversation, identifier, isGroup } of chats) {
    if (isGroup || seen.has(conversation)) continue
    seen.add(conversation)
    const person = joinedPerson(persons, identifier)
    if (person === undefined || isAmong(own, identifier)) continue
    const addresses = ofPerson.get(person) ?? new Map<ConversationKey, string>()
    ofPerson.set(person, addresses.set(conversation, identifier))
  }
  const joined = new Map<ConversationKey, ConversationKey>()
  for (const [person, addresses] of ofPerson) {
    const keys = [...addresses].filter(([, address]) => isCertain(address, person, addresses.values()))
    const [oldest] = keys
    if (oldest !== undefined && keys.length > 1) for (const [key] of keys) joined.set(key, oldest[0])
  }
  return joined
}

/**
 * A number typed without its country code may mean several numbers of Messages. Where it does, none of them is joined.
 */
function isCertain(address: string, { handles }: Person, others: Iterable<string>): boolean {
  const typed = handles.filter((handle) => isSame(handle, address))
  return [...others].every((other) => isSame(other, address) || !typed.some((handle) => isSame(handle, other)))
}

const isAmong = (handles: readonly string[], handle: string): boolean => handles.some((each) => isSame(each, handle))

const isSame = (one: string, other: string): boolean =>
  normaliseHandle(one) === normaliseHandle(other) || sameHandle(one, other)
