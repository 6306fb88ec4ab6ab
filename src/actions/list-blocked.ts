/** Implements GET /api/v1/whitelist/blocked: each person once, with the addresses that were held back. */
import type { BlockedSender } from '../contract/whitelist.ts'
import type { PlacedMessage } from '../mac/history/placed.ts'
import type { SkippedConversation } from '../store/journal/skipped-senders.ts'
import type { Action } from './action.ts'
import { isInScope } from './conversation-scope.ts'
import type { Services } from './services.ts'
import { shownGroup, shownPerson } from './whitelist-entries.ts'

/** Reads more than requested, because senders who are relayed by now are left out. */
const askedFor = (limit: number): number => 2 * limit

/** The newest skipped message of an address or group. */
interface HeldBack extends SkippedConversation {
  placed: PlacedMessage
  isGroup: boolean
}

export const listBlocked: Action<'list_blocked'> = ({ limit }, services) => heldBackSenders(limit, services)

/** Returns so many of those whose messages were held back, the newest first. */
export function heldBackSenders(limit: number, services: Services): BlockedSender[] {
  const { history, journal } = services
  const skipped = journal.skippedSenders(askedFor(limit))
  const placed = new Map(history.placed(skipped.map(({ rowid }) => rowid)).map((it) => [it.message.rowid, it]))
  const heldBack = skipped.flatMap((each): HeldBack[] => {
    const message = placed.get(each.rowid)
    const conversation = message && history.conversation(message.conversation_guid)
    if (message === undefined || conversation === undefined) return []
    const one = { ...each, placed: message, isGroup: conversation.is_group }
    return isRelayed(one, services) ? [] : [one]
  })
  const byConversation = Map.groupBy(heldBack, ({ placed }) => placed.conversation_guid)
  return [...byConversation.values()].slice(0, limit).map((each) => blockedSender(each, services))
}

/** Senders that Messages holds back are relayed only if they are on the whitelist. */
function isRelayed({ outcome, placed, isGroup }: HeldBack, services: Services): boolean {
  const { conversation_guid: guid, address, category } = placed
  const chat = { guid, handle: address, is_group: isGroup, category }
  return isInScope(chat, outcome === 'junk' ? { scope: 'whitelist' } : {}, services)
}

function blockedSender(heldBack: readonly HeldBack[], services: Services): BlockedSender {
  const [newest] = heldBack
  if (newest === undefined) throw new Error('Nothing was held back.')
  const addresses = heldBack.map(({ placed }) => placed.address)
  return {
    ...(newest.isGroup
      ? shownGroup(newest.placed.conversation_guid, services)
      : shownPerson(addresses, services.settings.current().whitelist, services)),
    reason: newest.outcome,
    messages: heldBack.reduce((sum, { count }) => sum + count, 0),
  }
}
