/** Chooses the conversations of an export: the requested ones, or all, as far as they have messages in its period. */
import type { Conversation } from '../contract/conversation.ts'
import { type Candidate, severalMeant, writtenAddress } from '../domain/recipient.ts'
import { sameName } from '../domain/same-name.ts'
import { ServiceError } from '../domain/service-error.ts'
import type { History } from '../mac/history/history.ts'
import type { Period } from './period.ts'
import { hasMessages } from './read-messages.ts'

const pageSize = 200

export type ReadHistory = Pick<History, 'conversation' | 'conversationsWith' | 'conversations' | 'messages' | 'rowsOf'>

/** Returns the most recently used first. */
export async function chosenConversations(
  history: ReadHistory,
  { asked, period }: { asked: readonly string[]; period: Period },
): Promise<Conversation[]> {
  const meant = asked.length === 0 ? everyOne(history) : asked.flatMap((typed) => meantConversations(history, typed))
  const once = new Map(meant.map((conversation) => [conversation.guid, conversation]))
  const chosen: Conversation[] = []
  for (const one of once.values()) if (await hasMessages(history, one.guid, period)) chosen.push(one)
  return chosen
}

function everyOne(history: ReadHistory): Conversation[] {
  // A conversation that gets a message meanwhile moves to the front and pushes another one onto the next page, which
  // then occurs twice.
  const all: Conversation[] = []
  for (;;) {
    const page = history.conversations({ limit: pageSize, offset: all.length })
    all.push(...page)
    if (page.length < pageSize) return all
  }
}

const mostFound = 1_000

/**
 * Returns all conversations with exactly this name: with one person there are several where the addresses are kept
 * separate. A part of a name has to match a single conversation. Throws `invalid_request`, with the candidates when
 * there are several.
 */
function meantConversations(
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
