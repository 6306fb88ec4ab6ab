/** Reads and decodes messages as rows of chat.db: one query for every path, so that all of them see the same row. */
import type { SQLInputValue } from 'node:sqlite'
import { toUnixMsSql, toUnixUsSql, unixMsToAppleNs } from '../apple/apple-time.ts'
import { serviceName } from '../apple/service-name.ts'
import { limitTo } from '../base/sql-parameter.ts'
import type { Handle, MessageGuid, RowId } from '../contract/ids.ts'
import { messageCategory } from '../domain/category.ts'
import type { Row } from '../domain/message.ts'
import type { Attachments } from './attachments.ts'
import { readText } from './body.ts'
import type { ChatDb } from './chat-db.ts'
import { type Chats, chatId } from './chats.ts'
import { foundRows } from './found-rows.ts'
import { linkPreviewRows } from './link-preview-rows.ts'
import { isDeleted, isNoReaction, kindOf, tapbackOfRow } from './message-kind.ts'
import { namedAttachments } from './named-attachments.ts'

export interface Rows {
  /** Returns rows in ROWID order. */
  after(rowid: number, limit: number): Row[]
  /** The given rows that still exist, in ROWID order. */
  withRowids(rowids: readonly number[]): Row[]
  /** Rows sent since a date with a ROWID above `afterRowid`, in ROWID order. */
  sentSince(sinceMs: number, afterRowid: number, limit: number): Row[]
  /** Rows received since a date, without tapbacks, with a ROWID above `afterRowid`, in ROWID order. */
  receivedSince(sinceMs: number, afterRowid: number, limit: number): Row[]
  withGuid(guid: MessageGuid): Row | undefined
  /** Rows of exactly the same moment that Messages wrote before this one. */
  eldersOf(rowid: RowId): Row[]
}

interface RowsDeps {
  chatDb: ChatDb
  chats: Chats
  attachments: Attachments
}

export function readRows({ chatDb, chats, attachments }: RowsDeps): Rows {
  const select = selectRows(chatDb)
  const isLinkPreview = linkPreviewRows(chatDb)
  const prepare = (where: string) => foundRows(chatDb.db.prepare(`${select} WHERE ${where}`))
  const after = prepare(`m.ROWID > ? ORDER BY m.ROWID ${limitTo('?')}`)
  const withRowids = prepare(`m.ROWID IN (SELECT value FROM json_each(?)) ORDER BY m.ROWID`)
  // The unary plus keeps SQLite from walking all ROWIDs: a few recent rows are found by the index on the date.
  const sentSince = prepare(`+m.ROWID > ? AND m.date >= ? ORDER BY +m.ROWID ${limitTo('?')}`)
  const receivedSince = prepare(`m.ROWID > ? AND +m.date >= ? AND +m.is_from_me = 0
    AND ${isNoReaction} ORDER BY m.ROWID ${limitTo('?')}`)
  const withGuid = prepare(`m.guid = ?`)
  const elders = prepare(`m.date = (SELECT date FROM message WHERE ROWID = ?) AND +m.ROWID < ? LIMIT ${mostElders}`)
  const read = (statement: typeof after, ...values: SQLInputValue[]): Row[] => {
    const found = statement(...values)
    const files = attachments.ofMessages(
      found.filter((row) => row.has_attachments === 1).map((row) => Number(row.rowid)),
    )
    const parts = { chats, isLinkPreview, named: (body: unknown) => namedAttachments(body, attachments) }
    return found.map((row) => toRow(row, { ...parts, attachments: files.get(Number(row.rowid)) ?? [] }))
  }
  return {
    after: (rowid, limit) => read(after, rowid, limit),
    withRowids: (rowids) => read(withRowids, JSON.stringify(rowids)),
    sentSince: (sinceMs, afterRowid, limit) => read(sentSince, afterRowid, unixMsToAppleNs(sinceMs), limit),
    receivedSince: (sinceMs, afterRowid, limit) => read(receivedSince, afterRowid, unixMsToAppleNs(sinceMs), limit),
    withGuid: (guid) => read(withGuid, guid)[0],
    eldersOf: (rowid) => read(elders, rowid, rowid),
  }
}

/** Two messages of one moment are rare; more than this are rows without an honest date. */
const mostElders = 20

function selectRows({ features }: ChatDb): string {
  const optional = (present: boolean, column: string) => (present ? `m.${column}` : 'NULL')
  return `SELECT m.ROWID AS rowid, m.guid, m.text, m.attributedBody AS body, m.service, ${toUnixMsSql('m.date')} AS sent_at_ms,
    ${toUnixUsSql('m.date')} AS sent_at_us, m.is_from_me, h.id AS handle, m.item_type, m.is_empty, m.cache_has_attachments AS has_attachments,
    m.associated_message_type AS association, m.associated_message_guid AS association_guid,
    ${optional(features.emojiTapbacks, 'associated_message_emoji')} AS association_emoji,
    m.balloon_bundle_id AS balloon, CASE WHEN m.balloon_bundle_id IS NOT NULL THEN m.payload_data END AS payload,
    ${optional(features.replies, 'thread_originator_guid')} AS reply_to,
    ${optional(features.sendLater, 'schedule_type')} AS schedule_type,
    ${optional(features.filterActions, 'filter_action')} AS filter_action,
    ${chatId} AS chat_id,
    ${isDeleted(features)} AS is_deleted
    FROM message m LEFT JOIN handle h ON h.ROWID = m.handle_id`
}

type FoundColumns = Record<string, unknown>

interface RowParts {
  chats: Chats
  isLinkPreview: ReturnType<typeof linkPreviewRows>
  /** The attachments that Messages has joined to the row. */
  attachments: Row['attachments']
  /** The attachments that only the body names. */
  named(body: unknown): Row['attachments']
}

function toRow(found: FoundColumns, { chats, isLinkPreview, attachments, named }: RowParts): Row {
  const written = kindOf(found)
  const text = readText(found, written)
  const isShort = attachments.length < text.attachmentsExpected
  const kind = isLinkPreview(found, text.text) ? 'update' : written
  return {
    rowid: Number(found.rowid) as RowId,
    guid: String(found.guid) as MessageGuid,
    kind,
    chat: chatOf(found, chats),
    handle: found.handle === null ? null : (String(found.handle) as Handle),
    isFromMe: found.is_from_me === 1,
    sentAtMs: Number(found.sent_at_ms ?? 0),
    sentAtUs: found.sent_at_us === null ? null : Number(found.sent_at_us),
    service: serviceName(found.service),
    ...text,
    isEmptied: found.is_empty === 1,
    isDeleted: found.is_deleted === 1,
    attachments: isShort ? [...attachments, ...named(found.body)] : attachments,
    replyToGuid: found.reply_to ? (String(found.reply_to) as MessageGuid) : null,
    tapback: tapbackOfRow(found),
  }
}

function chatOf(found: FoundColumns, chats: Chats): Row['chat'] {
  const chat = found.chat_id === null ? undefined : chats.byId(Number(found.chat_id))
  const category = messageCategory(found.filter_action)
  return chat && category ? { ...chat, category } : chat
}
