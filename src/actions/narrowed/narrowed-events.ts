/** Events as they exist for a caller with a grant. */
import type { MessageEvent, PassingEvent } from '../../contract/events.ts'
import type { Grant } from '../../contract/grant.ts'
import type { ViewedHistory } from '../../mac/history/history.ts'
import type { Caller } from '../action.ts'
import { isSendOf } from '../send-and-audit.ts'
import type { Services } from '../services.ts'
import { narrowedHistory } from './narrowed-history.ts'
import { requireReadable } from './services-for.ts'

export type AnyEvent = MessageEvent | PassingEvent

/** Returns the event as its reader may see it; undefined for one that does not exist for it. Throws `messages_…` errors. */
export type NarrowEvent = (event: AnyEvent) => AnyEvent | undefined

/** Undefined for a caller whom nothing limits. */
export function narrowedEvents(
  services: Pick<Services, 'history' | 'sending' | 'nowMs'>,
  caller: Caller,
): NarrowEvent | undefined {
  const { grant } = caller
  if (grant === null) return undefined
  requireReadable(grant)
  return (event) => {
    const history = narrowedHistory(services.history, grant, services.nowMs())
    return exists(event, { history, grant, isOwnSend: (id) => isSendOf(caller, id, services) }) ? event : undefined
  }
}

interface Within {
  history: ViewedHistory
  grant: Grant
  isOwnSend(id: string): boolean
}

function exists(event: AnyEvent, within: Within): boolean {
  const { history, isOwnSend } = within
  switch (event.type) {
    case 'send_updated':
      return isOwnSend(event.id)
    // What is relayed, and what ails the service, is for those who see all of it.
    case 'delivery_updated':
    case 'deliveries_changed':
    case 'alert_raised':
    case 'alert_cleared':
      return false
    case 'conversation_archived':
      return history.conversation(event.chat_guid) !== undefined
    case 'tapback_added':
    case 'tapback_removed':
      return seesRow(event, within) && seesMessage(event.target_guid, within)
    default:
      return seesRow(event, within)
  }
}

/** A row that is gone has no date any more, and is told where all that its conversation has is seen. */
const seesRow = ({ rowid, chat_guid }: { rowid: number; chat_guid: string }, { history, grant }: Within): boolean =>
  history.sees(rowid) || (grant.since === null && history.conversationKey(chat_guid) !== undefined)

function seesMessage(guid: string, { history }: Within): boolean {
  const rowid = history.rowidsOf([guid]).get(guid)
  return rowid !== undefined && history.sees(rowid)
}
