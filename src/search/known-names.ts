/** Turns what `from:` and `in:` name into numbers of the index, by the contacts and by what Messages calls its conversations. */

import type { Named } from '../domain/search/match.ts'
import { type Candidate, finderAmong } from '../domain/search/names.ts'
import type { ConversationNames } from '../mac/conversation-names.ts'
import type { Party } from '../store/search-index/reader.ts'
import type { Directory } from './protocol.ts'

export interface NamesOfContacts {
  nameOf(handle: string): string | undefined
}

export function namedIn({ parties, conversations }: Directory, contacts: NamesOfContacts): Named {
  const people = parties.filter(({ kind }) => kind === 'person').map((party) => person(party, contacts))
  const chats = Map.groupBy(conversations, ({ conversation }) => conversation as string)
  const talks = parties
    .filter(({ kind }) => kind === 'conversation')
    .map((party) => conversation(party, chats.get(party.key) ?? [], contacts))
  const find = { from: finderAmong(people), in: finderAmong(talks) }
  return ({ kind, value }) => find[kind](value)
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
  const address = key.slice(key.indexOf(':') + 1)
  const isGroup = key.startsWith('group:')
  const groupName = chats.find(({ groupName }) => groupName !== null)?.groupName
  const members = () => chats[0]?.members.map((handle) => contacts.nameOf(handle) ?? handle).join(', ')
  const name = isGroup ? (groupName ?? members()) : contacts.nameOf(address)
  return { number, name, address, guids: chats.map(({ guid }) => guid) }
}
