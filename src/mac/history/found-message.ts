/** Loads rows of `message` with every column that the history shows. */
import { toUnixMsSql } from '../../apple/apple-time.ts'
import type { ChatDb } from '../chat-db.ts'
import { foundRows } from '../found-rows.ts'
import { summaryOfChanges } from '../summary-column.ts'

/**
 * `_ms` columns are Unix milliseconds, null for never. This is a type and not an interface, since readers of single
 * columns take any record.
 */
export type FoundMessage = {
  rowid: number
  guid: string
  text: string | null
  body: Uint8Array | null
  subject: string | null
  service: string | null
  sent_at_ms: number | null
  is_from_me: number
  handle: string | null
  other: string | null
  handle_id: number | null
  other_handle: number | null
  item_type: number | null
  group_action_type: number | null
  group_title: string | null
  share_status: number | null
  is_empty: number | null
  has_attachments: number | null
  association: number | null
  association_guid: string | null
  association_emoji: null
  schedule_type: null
  balloon: string | null
  payload: Uint8Array | null
  /** Present only where it records edits or unsends. */
  summary: Uint8Array | null
  reply_to: string | null
  edited_at_ms: number | null
  read_at_ms: number | null
  delivered_at_ms: number | null
  is_sent: number | null
  is_delivered: number | null
  error: number | null
  style_id: string | null
  part_count: number | null
}

/** Returns the rows that exist, by ROWID. */
export type LoadMessages = (rowids: readonly number[]) => Map<number, FoundMessage>

export function loadMessages({ db, features, has }: ChatDb): LoadMessages {
  const optional = (present: boolean, expression: string) => (present ? expression : 'NULL')
  const message = db.prepare(`SELECT m.ROWID AS rowid, m.guid, m.text, m.attributedBody AS body, m.service,
    ${toUnixMsSql('m.date')} AS sent_at_ms, m.is_from_me, h.id AS handle, m.handle_id, m.item_type, m.group_action_type,
    m.group_title, ${optional(has('message', 'share_status'), 'm.share_status')} AS share_status,
    ${optional(has('message', 'other_handle'), 'm.other_handle')} AS other_handle,
    ${optional(has('message', 'other_handle'), 'CASE WHEN m.other_handle THEN (SELECT o.id FROM handle o WHERE o.ROWID = m.other_handle) END')} AS other,
    m.is_empty, m.cache_has_attachments AS has_attachments,
    m.associated_message_type AS association, m.associated_message_guid AS association_guid, NULL AS association_emoji,
    NULL AS schedule_type, m.balloon_bundle_id AS balloon, m.payload_data AS payload,
    ${summaryOfChanges} AS summary,
    ${optional(features.replies, 'm.thread_originator_guid')} AS reply_to,
    ${optional(features.edits, toUnixMsSql('m.date_edited'))} AS edited_at_ms, ${toUnixMsSql('m.date_read')} AS read_at_ms,
    ${toUnixMsSql('m.date_delivered')} AS delivered_at_ms, m.is_sent, m.is_delivered, m.error,
    ${optional(has('message', 'subject'), 'm.subject')} AS subject,
    ${optional(has('message', 'expressive_send_style_id'), 'm.expressive_send_style_id')} AS style_id,
    ${optional(has('message', 'part_count'), 'm.part_count')} AS part_count
    FROM message m LEFT JOIN handle h ON h.ROWID = m.handle_id WHERE m.ROWID IN (SELECT value FROM json_each(?))`)
  const read = foundRows<FoundMessage>(message)
  return (rowids) => new Map(read(JSON.stringify(rowids)).map((row) => [row.rowid, row]))
}
