/** Resolves what a person writes as a recipient: a chat, an address, or a name where it means only one person. */
import { handleKind, sameHandle } from './handles.ts'
import { conversationsMeant } from './history/chat-guid.ts'
import { nameKey, sameName } from './same-name.ts'
import { ServiceError } from './service-error.ts'

export type Recipient = { guid: string } | { handle: string }

/** Returns undefined for text that can only be a name. */
export function writtenAddress(written: string): Recipient | undefined {
  if (conversationsMeant(written).length > 0) return { guid: written }
  return handleKind(written) === 'alphanumeric' ? undefined : { handle: written }
}

/** Returns the GUID that names the chat of an address under any service. */
export const guidOf = (recipient: Recipient): string =>
  'guid' in recipient ? recipient.guid : `any;-;${recipient.handle}`

export interface NamedAddress {
  name: string
  handle: string
}

/**
 * Returns the contacts that are meant: a whole name beats a part of one, and among one person's addresses the only one
 * that was ever written to beats the others.
 */
export function meantByName(
  written: string,
  found: readonly NamedAddress[],
  talkedTo: readonly string[],
): readonly NamedAddress[] {
  const whole = found.filter(({ name }) => sameName(name, written))
  const meant = whole.length > 0 ? whole : found
  if (new Set(meant.map(({ name }) => nameKey(name))).size > 1) return meant
  const known = meant.filter(({ handle }) => isAmong(talkedTo, handle))
  return known.length === 1 ? known : meant
}

interface NamedConversation {
  guid: string
  display_name: string
  is_group: boolean
  /** The addresses of a person, the one used last first. */
  addresses: readonly string[]
}

export interface Named {
  /** Contacts that fit what was written. */
  contacts: readonly NamedAddress[]
  /** Conversations that fit what was written. */
  conversations: readonly NamedConversation[]
  /** Addresses with which there are conversations. */
  talkedTo: readonly string[]
}

export interface Candidate {
  name: string
  /** The GUID or address to give instead of the name. */
  give: string
}

/** Returns everyone whom a name may mean: people and groups, or else the conversations that it fits in part. */
export function candidatesNamed(written: string, { contacts, conversations, talkedTo }: Named): Candidate[] {
  const meant = meantByName(written, contacts, talkedTo)
  const people = asOnePerson(meant, conversations, talkedTo).map(({ name, handle }) => ({ name, give: handle }))
  const groups = conversations.filter(({ is_group, display_name }) => is_group && sameName(display_name, written))
  const candidates = [...people, ...groups.map(ofConversation)]
  return candidates.length > 0 ? candidates : conversations.map(ofConversation)
}

/** Addresses that are one conversation are one candidate: the address used last. Those never written to do not count. */
function asOnePerson(
  meant: readonly NamedAddress[],
  conversations: Named['conversations'],
  talkedTo: readonly string[],
): readonly NamedAddress[] {
  const [first, ...others] = meant
  if (first === undefined || others.some(({ name }) => !sameName(name, first.name))) return meant
  const used = meant.filter(({ handle }) => isAmong(talkedTo, handle))
  const whole = conversations.find(
    ({ addresses }) => addresses.length > 1 && used.every(({ handle }) => isAmong(addresses, handle)),
  )
  const usedLast = whole?.addresses[0]
  return usedLast === undefined || used.length === 0 ? meant : [{ name: first.name, handle: usedLast }]
}

const isAmong = (handles: readonly string[], handle: string): boolean =>
  handles.some((each) => sameHandle(each, handle))

const ofConversation = ({ display_name, guid }: NamedConversation): Candidate => ({ name: display_name, give: guid })

const mostCandidates = 20

/** Returns the refusal of text that may mean several; its details name them. */
export const severalMeant = (written: string, candidates: readonly Candidate[]): ServiceError =>
  new ServiceError('invalid_request', `"${written}" may be any of several: give the address of one.`, {
    candidates: candidates.slice(0, mostCandidates).map(({ name, give }) => `${name} <${give}>`),
  })
