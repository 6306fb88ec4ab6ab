/**
 * Detects the features of this Mac's chat.db by its columns, once for each opening. The version of macOS is never
 * consulted.
 */
import type { DatabaseSync } from 'node:sqlite'
import { ServiceError } from '../domain/service-error.ts'

export interface Features {
  /** Replies in a thread (macOS 11). */
  replies: boolean
  /** Edits and unsends (macOS 13). */
  edits: boolean
  /** Recently Deleted (macOS 13). */
  recentlyDeleted: boolean
  /** Tapbacks with any emoji (macOS 15). */
  emojiTapbacks: boolean
  /** Send Later (macOS 15). */
  sendLater: boolean
  /** Categories of the SMS filter on each message (macOS 27). */
  filterActions: boolean
}

/** Columns that every Messages database since macOS 10.13 has, and that readers depend on. */
const required: Record<string, readonly string[]> = {
  message: [
    'guid text attributedBody handle_id service date is_from_me is_read date_read date_delivered is_delivered is_sent error',
    'item_type group_action_type is_empty cache_has_attachments associated_message_guid associated_message_type',
    'balloon_bundle_id payload_data message_summary_info group_title',
  ].flatMap((line) => line.split(' ')),
  chat: 'guid style chat_identifier display_name room_name service_name account_login'.split(' '),
  handle: ['id', 'service'],
  attachment: 'guid filename uti mime_type transfer_state transfer_name total_bytes'.split(' '),
  chat_message_join: ['chat_id', 'message_id'],
  chat_handle_join: ['chat_id', 'handle_id'],
  message_attachment_join: ['message_id', 'attachment_id'],
}

export type ColumnsOf = (table: string) => ReadonlySet<string>

export function columnsOf(db: DatabaseSync): ColumnsOf {
  const list = db.prepare('SELECT name FROM pragma_table_info(?)')
  const known = new Map<string, ReadonlySet<string>>()
  return (table) => {
    const columns = known.get(table) ?? new Set(list.all(table).map((row) => String(row.name)))
    known.set(table, columns)
    return columns
  }
}

/** Throws `messages_schema_unknown` with the names of the missing columns. */
export function probeFeatures(columns: ColumnsOf): Features {
  const missing = Object.entries(required).flatMap(([table, names]) =>
    names.filter((name) => !columns(table).has(name)).map((name) => `${table}.${name}`),
  )
  if (missing.length > 0)
    throw new ServiceError('messages_schema_unknown', 'The Messages database has an unknown format.', { missing })
  const has = (table: string, column: string) => columns(table).has(column)
  return {
    replies: has('message', 'thread_originator_guid'),
    edits: has('message', 'date_edited'),
    recentlyDeleted: columns('chat_recoverable_message_join').size > 0,
    emojiTapbacks: has('message', 'associated_message_emoji'),
    sendLater: has('message', 'schedule_type'),
    filterActions: has('message', 'filter_action'),
  }
}
