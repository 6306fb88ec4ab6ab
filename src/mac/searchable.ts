/** Reads messages for the search index: everything searchable in a row, and a cheap fingerprint of the row. */
import { toUnixMsSql, unixMsToAppleNs } from '../apple/apple-time.ts'
import { limitTo } from '../base/sql-parameter.ts'
import type { ConversationKey, Handle } from '../contract/ids.ts'
import type { Attachments } from './attachments.ts'
import { readText } from './body.ts'
import type { ChatDb } from './chat-db.ts'
import { type Chats, chatId } from './chats.ts'
import { foundRows } from './found-rows.ts'
import { repeatedLink } from './link-preview-rows.ts'
import { isDeleted, isOfPeople, kindOf, standsAlone } from './message-kind.ts'
import { earlierVersions, linkTitles, transcriptsOf } from './searchable-parts.ts'
import { summaryOfChanges } from './summary-column.ts'

export interface SearchableRow {
  rowid: number
  guid: string
  fingerprint: number
  /** False for rows that people do not see as messages: tapbacks, votes, system lines, deleted rows. */
  isMessage: boolean
  /** The message whose link this row only previews. */
  previewOf: number | undefined
  kind: 'text' | 'app'
  isPoll: boolean
  /** Unix milliseconds; 0 where Messages stored no date. */
  sentAtMs: number
  isFromMe: boolean
  /** The other person, who is the sender of a received message. */
  handle: Handle | null
  conversation: ConversationKey | null
  isGroup: boolean
  text: string
  subject: string
  attachments: SearchableFile[]
  links: string[]
  transcripts: string[]
  earlier: string[]
  isReply: boolean
  isEdited: boolean
  isUnsent: boolean
}

export interface SearchableFile {
  name: string
  mime: string | null
  isSticker: boolean
}

export interface RowFingerprint {
  rowid: number
  /** Changes when any part of the row changes that the index holds. */
  fingerprint: number
}

export interface Searchable {
  /** Returns messages in ROWID order; both ends are inclusive. */
  between(first: number, last: number): SearchableRow[]
  withRowids(rowids: readonly number[]): SearchableRow[]
  /** Returns rows that may be messages. */
  fingerprintsBetween(first: number, last: number): RowFingerprint[]
  /** The given ROWIDs, and up to `limit` rows sent since a moment, newest first. */
  fingerprintsOf(rows: { rowids: readonly number[]; sinceMs: number; limit: number }): RowFingerprint[]
  highestRowid(): number
  countUpTo(rowid: number): number
  guidAt(rowid: number): string | undefined
}

interface SearchableDeps {
  chatDb: ChatDb
  chats: Chats
  attachments: Attachments
}

export function readSearchable({ chatDb, chats, attachments }: SearchableDeps): Searchable {
  const { db } = chatDb
  const select = selectRows(chatDb)
  const among = 'm.ROWID IN (SELECT value FROM json_each(?))'
  const between = foundRows(db.prepare(`${select} WHERE m.ROWID BETWEEN ? AND ? ORDER BY m.ROWID`))
  const withRowids = foundRows(db.prepare(`${select} WHERE ${among} ORDER BY m.ROWID`))
  const fingerprints = selectFingerprints(chatDb)
  const fingerprintsBetween = db.prepare(`${fingerprints} WHERE m.ROWID BETWEEN ? AND ? AND ${mayBeMessage}`)
  const fingerprintsAmong = db.prepare(`${fingerprints} WHERE ${among} AND ${mayBeMessage}`)
  const fingerprintsSince = db.prepare(
    `${fingerprints} WHERE m.date >= ? AND ${mayBeMessage} ORDER BY m.date DESC ${limitTo('?')}`,
  )
  const highest = db.prepare('SELECT max(ROWID) AS rowid FROM message')
  const count = db.prepare('SELECT count(*) AS n FROM message WHERE ROWID <= ?')
  const guidAt = db.prepare('SELECT guid FROM message WHERE ROWID = ?')
  const toRow = rowReader({ chatDb, chats })
  const read = (found: FoundColumns[]): SearchableRow[] => {
    const files = attachments.storedOfMessages(
      found.filter((row) => row.has_attachments === 1).map((row) => Number(row.rowid)),
    )
    return found.map((row) =>
      toRow(
        row,
        (files.get(Number(row.rowid)) ?? []).filter(({ hidden }) => !hidden),
      ),
    )
  }
  return {
    between: (first, last) => read(between(first, last)),
    withRowids: (rowids) => read(withRowids(JSON.stringify(rowids))),
    fingerprintsBetween: (first, last) => fingerprintsBetween.all(first, last).map(toFingerprint),
    fingerprintsOf: ({ rowids, sinceMs, limit }) => {
      const found = [
        ...fingerprintsAmong.all(JSON.stringify(rowids)),
        ...fingerprintsSince.all(unixMsToAppleNs(sinceMs), limit),
      ]
      return [...new Map(found.map((row) => [Number(row.rowid), toFingerprint(row)])).values()]
    },
    highestRowid: () => Number(highest.get()?.rowid ?? 0),
    countUpTo: (rowid) => Number(count.get(rowid)?.n ?? 0),
    guidAt: (rowid) => guidAt.get(rowid)?.guid as string | undefined,
  }
}

type FoundColumns = Record<string, unknown>

const mayBeMessage = `${isOfPeople} AND ${standsAlone}`

function fingerprintColumns({ features }: ChatDb): string {
  const files = `(SELECT count(*) || ' ' || total(length(a.transfer_name) + length(a.mime_type)) FROM message_attachment_join f
    JOIN attachment a ON a.ROWID = f.attachment_id WHERE f.message_id = m.ROWID)`
  return `m.ROWID AS rowid, m.guid, ${chatId} AS chat_id, ${isDeleted(features)} AS is_deleted,
    printf('%d %d %d %d %d %d %d %d %d %d %d', m.date, m.is_from_me, coalesce(m.handle_id, 0), m.is_empty,
    coalesce(length(m.attributedBody), -1), coalesce(length(m.text), -1), coalesce(length(m.message_summary_info), 0),
    coalesce(length(m.payload_data), 0), m.balloon_bundle_id IS NULL, coalesce(m.associated_message_type, 0),
    ${features.edits ? 'coalesce(m.date_edited, 0)' : '0'}) AS lengths,
    CASE WHEN m.cache_has_attachments THEN ${files} END AS files`
}

const selectFingerprints = (chatDb: ChatDb): string => `SELECT ${fingerprintColumns(chatDb)} FROM message m`

function selectRows(chatDb: ChatDb): string {
  const { features } = chatDb
  const optional = (present: boolean, column: string) => (present ? `m.${column}` : 'NULL')
  return `SELECT ${fingerprintColumns(chatDb)}, m.text, m.attributedBody AS body, m.subject, ${toUnixMsSql('m.date')} AS sent_at_ms,
    m.is_from_me, h.id AS handle, m.item_type, m.is_empty, m.cache_has_attachments AS has_attachments,
    m.associated_message_type AS association, m.associated_message_guid AS association_guid,
    ${optional(features.emojiTapbacks, 'associated_message_emoji')} AS association_emoji,
    m.balloon_bundle_id AS balloon, m.payload_data AS payload, ${summaryOfChanges} AS summary,
    ${optional(features.replies, 'thread_originator_guid')} AS reply_to,
    ${optional(features.sendLater, 'schedule_type')} AS schedule_type
    FROM message m LEFT JOIN handle h ON h.ROWID = m.handle_id`
}

const toFingerprint = (row: FoundColumns): RowFingerprint => ({
  rowid: Number(row.rowid),
  fingerprint: fingerprintOf(row),
})
const fingerprintOf = ({ guid, chat_id, is_deleted, lengths, files }: FoundColumns): number =>
  hash(`${guid} ${chat_id} ${is_deleted} ${lengths} ${files}`)

/** FNV-1a, 32 bits. */
function hash(text: string): number {
  let value = 0x811c9dc5
  for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193)
  return value >>> 0
}

const shown: readonly string[] = ['text', 'app']

function rowReader({ chatDb, chats }: Pick<SearchableDeps, 'chatDb' | 'chats'>) {
  const repeated = repeatedLink(chatDb)
  const titles = linkTitles(chatDb, repeated)
  return (found: FoundColumns, attachments: SearchableFile[]): SearchableRow => {
    const kind = kindOf(found)
    const { text } = shown.includes(kind) ? readText(found, kind) : { text: null }
    const handle = found.handle === null ? null : (String(found.handle) as Handle)
    const chat = found.chat_id === null ? handle && chats.ofPerson(handle) : chats.byId(Number(found.chat_id))
    const previewOf = kind === 'text' ? repeated(found, text) : undefined
    const changes = earlierVersions(found.summary)
    return {
      rowid: Number(found.rowid),
      guid: String(found.guid),
      fingerprint: fingerprintOf(found),
      isMessage: shown.includes(kind) && found.is_deleted !== 1 && Boolean(chat) && previewOf === undefined,
      previewOf,
      kind: kind === 'app' ? 'app' : 'text',
      isPoll: String(found.balloon).endsWith('com.apple.messages.Polls'),
      sentAtMs: Number(found.sent_at_ms ?? 0),
      isFromMe: found.is_from_me === 1,
      handle,
      conversation: chat?.conversation ?? null,
      isGroup: chat?.isGroup ?? false,
      text: text ?? '',
      subject: String(found.subject ?? ''),
      attachments,
      links: kind === 'text' ? titles(found, text) : [],
      transcripts: attachments.length > 0 ? transcriptsOf(found) : [],
      earlier: found.is_empty === 1 ? [] : changes.texts,
      isReply: Boolean(found.reply_to),
      isEdited: changes.isEdited,
      isUnsent: found.is_empty === 1 || changes.isUnsent,
    }
  }
}
