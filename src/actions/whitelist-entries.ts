/** Resolves entries of the whitelist, with the names that people know them by: a person is one entry. */
import type { Conversation } from '../contract/conversation.ts'
import type { WhitelistEntry } from '../contract/whitelist.ts'
import { contactAvatarPath } from '../domain/contact-name.ts'
import { handleKind, normaliseHandle, sameHandle } from '../domain/handles.ts'
import { conversationsMeant } from '../domain/history/chat-guid.ts'
import { joinedPerson, type Person } from '../domain/people/persons.ts'
import type { Candidate } from '../domain/recipient.ts'
import { sameName } from '../domain/same-name.ts'
import { unlessFailed } from '../domain/service-error.ts'
import { type Meant, whitelistEntry } from '../domain/whitelist.ts'
import type { Services } from './services.ts'

type EntryServices = Pick<Services, 'history' | 'contacts' | 'persons'>

/** Undefined for a text that is neither an address nor a group. A known group gets its current GUID in Messages. */
function entryMeant(text: string, { history }: EntryServices): Meant | undefined {
  const meant = whitelistEntry(text, (guid) => groupOf(guid, history) !== undefined)
  if (meant?.kind !== 'group') return meant
  return { kind: 'group', handle: groupOf(meant.handle, history)?.guid ?? meant.handle }
}

/** Finds what somebody meant by a name: the entries, or else the people and groups that it may be. */
export interface Understood {
  /** The addresses of one person, the one written first; or one group. */
  meant: readonly Meant[]
  candidates: readonly Candidate[]
}

/** Understands an address or a group in any writing, and the name of a person of Contacts or of a group. */
export function understood(text: string, services: EntryServices): Understood {
  const entry = entryMeant(text, services)
  if (entry?.kind === 'group') return { meant: [entry], candidates: [] }
  // Companies send under a name; a text that is no such name may be that of a person.
  if (entry !== undefined && (handleKind(entry.handle) !== 'alphanumeric' || isKnown(entry.handle, services)))
    return { meant: withOtherAddresses(entry, services), candidates: [] }
  return named(text, services)
}

const isKnown = (handle: string, { history }: EntryServices): boolean => conversationWith(handle, history) !== undefined

function withOtherAddresses(entry: Meant, services: EntryServices): Meant[] {
  const person = joinedPerson(services.persons.now(), entry.handle)
  const addresses = person === undefined ? [] : addressesOf(person, services)
  return [entry, ...addresses.filter((each) => !sameHandle(each, entry.handle)).map(asHandle)]
}

function named(name: string, services: EntryServices): Understood {
  const people = services.persons.now().named(name)
  const conversations = unlessFailed(() =>
    services.history.conversations({ limit: mostGroups, offset: 0, typed: name }),
  )
  const groups = (conversations ?? []).filter((one) => one.is_group && sameName(one.display_name, name))
  const [known, ...others] = people
  if (known !== undefined && !known.isSeparate && others.length + groups.length === 0)
    return { meant: addressesOf(known.person, services).map(asHandle), candidates: [] }
  const [group] = groups
  if (group !== undefined && people.length === 0 && groups.length === 1)
    return { meant: [{ kind: 'group', handle: group.guid }], candidates: [] }
  const ofPeople = people.flatMap(({ person }) => addressesOf(person, services).map((give) => ({ name, give })))
  return { meant: [], candidates: [...ofPeople, ...groups.map(({ guid }) => ({ name, give: guid }))] }
}

const mostGroups = 50
const asHandle = (handle: string): Meant => ({ kind: 'handle', handle })

/** Uses the spelling of Messages for an address that it knows, since that has the country code of a number. */
const addressesOf = ({ handles }: Person, { history }: EntryServices): string[] =>
  handles.map((typed) => {
    const found = unlessFailed(() => history.conversationsWith(typed)) ?? []
    const written = found.flatMap(({ addresses }) => addresses.filter((each) => sameHandle(each, typed)))
    return written.length === 1 ? (written[0] ?? typed) : normaliseHandle(typed)
  })

/** Resolves an entry of one of the lists; a hand-written text that matches nobody is returned unchanged. */
const listedEntry = (kind: Meant['kind'], listed: string, services: EntryServices): Meant => {
  const meant = entryMeant(listed, services)
  return { kind, handle: meant?.kind === kind ? meant.handle : listed }
}

interface Lists {
  handles: readonly string[]
  groups: readonly string[]
}

/** Shows the entries of the lists: one for each person, with the addresses that are listed, and one for each group. */
export function shownEntries({ handles, groups }: Lists, all: Lists, services: EntryServices): WhitelistEntry[] {
  const persons = services.persons.now()
  const entries = handles.map((handle) => listedEntry('handle', handle, services).handle)
  const byPerson = Map.groupBy(entries, (handle) => joinedPerson(persons, handle) ?? handle)
  return [
    ...[...byPerson.values()].map((addresses) => shownPerson(addresses, all, services)),
    ...groups.map((group) => shownGroup(listedEntry('group', group, services).handle, services)),
  ]
}

/** Counts the entries of people: the addresses of one person are one. */
export function personCount(handles: readonly string[], { persons }: Pick<Services, 'persons'>): number {
  const now = persons.now()
  return new Set(handles.map((handle) => joinedPerson(now, handle) ?? handle)).size
}

/** `addresses` are of one person, at least one. */
export function shownPerson(addresses: readonly string[], listed: Lists, services: EntryServices): WhitelistEntry {
  const { history, contacts, persons } = services
  const [handle = ''] = addresses
  const person = joinedPerson(persons.now(), handle)
  const known = [...addresses, ...listed.handles]
  return {
    handle,
    addresses: [...addresses],
    other_addresses: (person === undefined ? [] : addressesOf(person, services)).filter(
      (other) => !known.some((each) => sameHandle(each, other)),
    ),
    kind: 'handle',
    display_name: contacts.nameOf(handle) ?? handle,
    avatar_url: contacts.hasPhoto(handle) ? contactAvatarPath(handle) : null,
    last_message_ts: conversationWith(handle, history)?.last_message_ts ?? null,
  }
}

export function shownGroup(handle: string, { history }: EntryServices): WhitelistEntry {
  const conversation = groupOf(handle, history)
  return {
    handle,
    addresses: [],
    other_addresses: [],
    kind: 'group',
    avatar_url: null,
    display_name: conversation?.display_name ?? handle,
    last_message_ts: conversation?.last_message_ts ?? null,
  }
}

/** Takes the newest conversation, since a number without its country code may belong to several people. */
const conversationWith = (handle: string, history: Services['history']): Conversation | undefined =>
  unlessFailed(() => history.conversationsWith(handle)[0])

function groupOf(guid: string, history: Services['history']): Conversation | undefined {
  // Digits alone are a short code here, and never the ROWID of a chat.
  const spelled = conversationsMeant(guid).length > 0 ? guid : `any;+;${guid}`
  const conversation = unlessFailed(() => history.conversation(spelled))
  return conversation?.is_group ? conversation : undefined
}
