/**
 * Resolves the names in `from:` and `in:` to numbers of the index, using the contacts and the names of conversations in
 * Messages.
 */
import { joinedKeys } from '../domain/people/one-conversation.ts'
import { nobodyKnown, type Persons } from '../domain/people/persons.ts'
import type { Named } from '../domain/search/match.ts'
import { type Candidate, finderAmong } from '../domain/search/names.ts'
import type { ConversationNames } from '../mac/conversation-names.ts'
import type { Party } from '../store/search-index/reader.ts'
import type { Directory } from './protocol.ts'

export interface NamesOfContacts {
  nameOf(handle: string): string | undefined
}

/** Each kind is prepared when it is first needed, since looking up all names takes a moment. */
export function namedIn(
  { parties, conversations }: Directory,
  contacts: NamesOfContacts,
  persons: Pick<Persons, 'find'> = nobodyKnown,
): Named {
  const known = remembering(contacts)
  const of = (kind: Party['kind']) => parties.filter((party) => party.kind === kind)
  const from = lazy(() => finderAmong(of('person').map((party) => person(party, known))))
  const within = lazy(() => {
    // The index knows addresses; those of one person are one conversation for whoever searches.
    const joined: ReadonlyMap<string, string> = joinedKeys(conversations.map(asAddressChat), persons, [])
    const keyOf = (key: string) => joined.get(key) ?? key
    const chats = Map.groupBy(conversations, ({ conversation }) => keyOf(conversation))
    return finderAmong(of('conversation').map((party) => conversation(party, chats.get(keyOf(party.key)) ?? [], known)))
  })
  return ({ kind, value }) => (kind === 'from' ? from() : within())(value)
}

function lazy<T>(make: () => T): () => T {
  let made: { value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

/** Caches names, since the same people are in many groups. */
function remembering(contacts: NamesOfContacts): NamesOfContacts {
  const names = new Map<string, string | undefined>()
  return {
    nameOf(handle) {
      if (!names.has(handle)) names.set(handle, contacts.nameOf(handle))
      return names.get(handle)
    },
  }
}

const person = ({ number, key }: Party, contacts: NamesOfContacts): Candidate => ({
  number,
  name: contacts.nameOf(key),
  address: key,
  guids: [],
})

function conversation(
  { number, key }: Party,
  chats: readonly ConversationNames[],
  contacts: NamesOfContacts,
): Candidate {
  const address = addressIn(key)
  const isGroup = key.startsWith('group:')
  const groupName = chats.find(({ groupName }) => groupName !== null)?.groupName
  const members = () => chats[0]?.members.map((handle) => contacts.nameOf(handle) ?? handle).join(', ')
  const name = isGroup ? (groupName ?? members()) : contacts.nameOf(address)
  const otherAddresses = isGroup ? [] : chats.map(({ conversation }) => addressIn(conversation))
  return { number, name, address, otherAddresses, guids: chats.map(({ guid }) => guid) }
}

const addressIn = (key: string): string => key.slice(key.indexOf(':') + 1)

const asAddressChat = ({ conversation, isGroup }: ConversationNames) => ({
  conversation,
  isGroup,
  identifier: addressIn(conversation),
})
