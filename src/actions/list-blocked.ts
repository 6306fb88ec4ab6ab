/** Implements GET /api/v1/whitelist/blocked. */
import type { Conversation } from '../contract/conversation.ts'
import type { BlockedSender } from '../contract/whitelist.ts'
import type { SkippedConversation } from '../store/journal/skipped-senders.ts'
import type { Action } from './action.ts'
import { isInScope } from './conversation-scope.ts'
import type { Services } from './services.ts'
import { shownEntry } from './whitelist-entries.ts'

/** Reads more than requested, because senders who are relayed by now are left out. */
const askedFor = (limit: number): number => 2 * limit

export const listBlocked: Action<'list_blocked'> = ({ limit }, services) => {
  const { history, journal } = services
  const skipped = journal.skippedSenders(askedFor(limit))
  const placed = new Map(history.placed(skipped.map(({ rowid }) => rowid)).map((it) => [it.message.rowid, it]))
  const blocked = skipped.flatMap((each) => {
    const guid = placed.get(each.rowid)?.conversation_guid
    const conversation = guid === undefined ? undefined : history.conversation(guid)
    return conversation === undefined || isRelayed(conversation, each, services)
      ? []
      : [blockedSender(each, conversation, services)]
  })
  return blocked.slice(0, limit)
}

/** Senders that Messages holds back are relayed only if they are on the whitelist. */
const isRelayed = (conversation: Conversation, { outcome }: SkippedConversation, services: Services): boolean =>
  isInScope(conversation, outcome === 'junk' ? { scope: 'whitelist' } : {}, services)

const blockedSender = (
  { outcome, count }: SkippedConversation,
  conversation: Conversation,
  services: Services,
): BlockedSender => ({
  ...shownEntry(
    conversation.is_group
      ? { kind: 'group', handle: conversation.guid }
      : { kind: 'handle', handle: conversation.handle },
    services,
  ),
  reason: outcome,
  messages: count,
})
