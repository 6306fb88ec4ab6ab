/** Finds the conversations that a typed GUID, address or name refers to. */
import type { Conversation } from '../contract/conversation.ts'
import { type Candidate, severalMeant, writtenAddress } from '../domain/recipient.ts'
import { sameName } from '../domain/same-name.ts'
import { ServiceError } from '../domain/service-error.ts'
import type { History } from '../mac/history/history.ts'

const mostFound = 1_000

/**
 * Returns all conversations with exactly this name: with one person there are two when both a number and an e-mail
 * address are used. A part of a name has to match a single conversation. Throws `invalid_request`, with the candidates
 * when there are several.
 */
export function meantConversations(
  history: Pick<History, 'conversation' | 'conversationsWith' | 'conversations'>,
  typed: string,
): Conversation[] {
  const address = writtenAddress(typed)
  if (address !== undefined) {
    const found = 'guid' in address ? meantByGuid(history, address.guid) : history.conversationsWith(address.handle)
    if (found.length > 1) throw severalMeant(typed, found.map(asCandidate))
    if (found.length > 0) return found
  }
  return meantByName(typed, history.conversations({ limit: mostFound, offset: 0, typed }))
}

function meantByGuid(history: Pick<History, 'conversation'>, guid: string): Conversation[] {
  const found = history.conversation(guid)
  return found === undefined ? [] : [found]
}

function meantByName(typed: string, found: readonly Conversation[]): Conversation[] {
  const named = found.filter(({ display_name }) => sameName(display_name, typed))
  const meant = named.length > 0 ? named : found
  if (meant.length === 0)
    throw new ServiceError('invalid_request', `There is no conversation with "${typed}".`, {
      conversation: 'give an address, a name of Contacts, the name of a group, or a GUID',
    })
  if (named.length === 0 && meant.length > 1) throw severalMeant(typed, meant.map(asCandidate))
  return [...meant]
}

const asCandidate = ({ display_name, is_group, guid, handle }: Conversation): Candidate => ({
  name: display_name,
  give: is_group ? guid : handle,
})
