/** Events as they exist for a caller with a grant. */
import type { MessageEvent, PassingEvent } from '../../contract/events.ts'
import type { Caller } from '../action.ts'
import { askerOf } from '../send-and-audit.ts'
import type { Services } from '../services.ts'
import { type Limited, type NarrowedHistory, narrowedHistory } from './narrowed-history.ts'

type AnyEvent = MessageEvent | PassingEvent

/** Returns the event as its reader may see it; undefined for one that does not exist for it. Throws `messages_…` errors. */
export type NarrowEvent = (event: AnyEvent) => AnyEvent | undefined

/** Undefined for a caller whom nothing limits. */
export function narrowedEvents(
  services: Pick<Services, 'history' | 'aliases' | 'sending' | 'nowMs'>,
  caller: Caller,
): NarrowEvent | undefined {
  const { grant } = caller
  if (grant === null) return undefined
  const limited: Limited = { ...caller, grant }
  const isOwnSend = (id: string) => services.sending.requesterOf(id) === askerOf(caller)
  return (event) => {
    const within = { ...narrowedHistory(services, limited), limited, isOwnSend }
    return exists(event, within) ? disguised(event, within) : undefined
  }
}

interface Within extends NarrowedHistory {
  limited: Limited
  isOwnSend(id: string): boolean
}

function exists(event: AnyEvent, within: Within): boolean {
  const { view, isOwnSend } = within
  switch (event.type) {
    case 'send_updated':
      return isOwnSend(event.id)
    // Deliveries and alerts concern the whole service, so only callers without limits see them.
    case 'delivery_updated':
    case 'deliveries_changed':
    case 'alert_raised':
    case 'alert_cleared':
      return false
    case 'conversation_archived':
      return view.conversation(event.chat_guid) !== undefined
    case 'tapback_added':
    case 'tapback_removed':
      return seesRow(event, within) && seesMessage(event.target_guid, within)
    default:
      return seesRow(event, within)
  }
}

/** A row that is gone has no date any more, and is told where all that its conversation has is seen. */
const seesRow = ({ rowid, chat_guid }: { rowid: number; chat_guid: string }, { view, limited }: Within): boolean =>
  view.sees(rowid) || (limited.grant.since === null && view.conversationKey(chat_guid) !== undefined)

function seesMessage(guid: string, { view }: Within): boolean {
  const rowid = view.rowidsOf([guid]).get(guid)
  return rowid !== undefined && view.sees(rowid)
}

/** Addresses in an event are shown as in every answer. */
function disguised(event: AnyEvent, { guise }: Within): AnyEvent {
  if (guise.showsHandles || !('chat_guid' in event)) return event
  if (event.type === 'send_updated') return { ...event, chat_guid: null }
  const told = { ...event, chat_guid: guise.guid(event.chat_guid) }
  return 'handle' in told ? { ...told, handle: guise.handle(told.handle) } : told
}
