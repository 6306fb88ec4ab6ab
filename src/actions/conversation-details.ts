/** Implements GET /api/v1/conversations/{guid}/details. */
import { setImmediate as yieldToOthers } from 'node:timers/promises'
import type { Conversation, ConversationDetails } from '../contract/conversation.ts'
import { sameHandle } from '../domain/handles.ts'
import type { TallyPart } from '../mac/history/tally.ts'
import type { Action } from './action.ts'
import { foundConversation, noConversation } from './found-conversation.ts'
import type { HistoryService } from './services.ts'

/** Earlier than any message. */
const beginning = '0001-01-01T00:00:00Z'
const mostGroups = 50

export const conversationDetails: Action<'conversation_details'> = async ({ guid }, { history }) => {
  const conversation = foundConversation(history, guid)
  const [first] = history.messages(guid, { limit: 1, from_ts: beginning }) ?? []
  const counts = { sent: 0, received: 0 }
  let from: TallyPart['next']
  do {
    const part = history.tally(guid, from)
    if (part === undefined) throw noConversation()
    counts.sent += part.sent
    counts.received += part.received
    from = part.next
    await yieldToOthers()
  } while (from !== undefined)
  return {
    ...counts,
    first: first === undefined ? null : { rowid: first.rowid, ts: first.ts },
    members: membersOf(conversation, history),
    shared_groups: sharedGroups(conversation, history),
  }
}

const membersOf = (
  { is_group, participants }: Conversation,
  history: HistoryService,
): ConversationDetails['members'] =>
  is_group
    ? participants.map((one) => ({ ...one, conversation_guid: history.conversationsWith(one.handle)[0]?.guid ?? null }))
    : []

/** The groups of a person under any address, the one with the newest message first. */
function sharedGroups(
  { is_group, addresses }: Conversation,
  history: HistoryService,
): ConversationDetails['shared_groups'] {
  if (is_group) return []
  const found = addresses.flatMap((address) =>
    history
      .conversations({ limit: mostGroups, offset: 0, typed: address })
      .filter((group) => group.is_group && group.participants.some(({ handle }) => sameHandle(handle, address))),
  )
  const once = new Map(found.map((group) => [group.guid, group]))
  return [...once.values()]
    .toSorted((a, b) => (a.last_message_ts < b.last_message_ts ? 1 : -1))
    .slice(0, mostGroups)
    .map(({ guid, handle, display_name, participants }) => ({
      guid,
      handle,
      display_name,
      members: participants.length,
    }))
}
