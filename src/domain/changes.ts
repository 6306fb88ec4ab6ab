/** Derives what happened to an old row of Messages from its snapshots before and now. */
import type { MessageEvent } from '../contract/events.ts'
import type { ChatGuid, MessageGuid, RowId } from '../contract/ids.ts'
import type { RowTapback } from './message.ts'

/** The parts of a row that change after it was written. */
export interface RowSnapshot {
  chatGuid: ChatGuid
  isFromMe: boolean
  /** The number of edits of parts of the message. */
  edits: number
  /** The number of unsent parts. */
  unsent: number
  isDelivered: boolean
  /** Whether the recipient has read it; only set for own messages. */
  isReadByThem: boolean
  /** Whether the user has read it, here or on another device. */
  isReadByMe: boolean
  attachmentsReady: number
  tapback: RowTapback | null
  /** The recipient of a message that Messages itself is to send later. Undefined for every other row. */
  scheduledTo?: string | undefined
}

export interface SeenRow {
  rowid: RowId
  guid: MessageGuid
  sentAtMs: number
  /** A cheap string made inside SQLite; equal signatures mean equal snapshots. */
  signature: string
  snapshot: RowSnapshot
}

export function changesBetween(before: SeenRow, after: SeenRow): MessageEvent[] {
  const [was, is] = [before.snapshot, after.snapshot]
  const about = { chat_guid: is.chatGuid, rowid: after.rowid }
  const events: MessageEvent[] = []
  if (was.scheduledTo !== undefined && is.scheduledTo === undefined)
    events.push({ type: 'message_sent', ...about, handle: was.scheduledTo })
  if (is.edits > was.edits) events.push({ type: 'message_edited', ...about })
  if (is.unsent > was.unsent) events.push({ type: 'message_unsent', ...about })
  if (is.isFromMe && is.isDelivered && !was.isDelivered) events.push({ type: 'message_delivered', ...about })
  if (is.isReadByThem && !was.isReadByThem) events.push({ type: 'message_read', ...about })
  if (is.isReadByMe && !was.isReadByMe) events.push({ type: 'read_state', ...about })
  if (is.attachmentsReady > was.attachmentsReady) events.push({ type: 'attachment_ready', ...about })
  return events.length > 0 ? events : [{ type: 'conversation_changed', ...about }]
}

/** Describes a row that is gone: a tapback taken back or exchanged, or a message deleted on some device. */
export function disappearance({ rowid, snapshot }: SeenRow): MessageEvent {
  const about = { chat_guid: snapshot.chatGuid, rowid }
  if (snapshot.tapback === null || !snapshot.tapback.added) return { type: 'conversation_changed', ...about }
  return { type: 'tapback_removed', ...about, target_guid: snapshot.tapback.targetGuid, emoji: snapshot.tapback.emoji }
}
