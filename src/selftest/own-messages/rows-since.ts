/** Reads every row of chat.db after a ROWID, in both directions, with what the self-test follows of it. */
import { toUnixMsSql } from '../../apple/apple-time.ts'
import { limitTo } from '../../base/sql-parameter.ts'
import type { ChatGuid, RowId } from '../../contract/ids.ts'
import { readText } from '../../mac/body.ts'
import type { ChatDb } from '../../mac/chat-db.ts'
import { chatId } from '../../mac/chats.ts'
import { messagesPaths } from '../../mac/messages-paths.ts'
import { watchChatDb } from '../../mac/watched-chat-db.ts'
import { type RowStatus, rowStatus } from '../../sending/decisions/row-status.ts'

export interface RowFile {
  /** Null until Messages has stored it. */
  path: string | null
  name: string
  bytes: number
  transferState: number
}

export interface RowSince {
  rowid: RowId
  isFromMe: boolean
  /** The decoded text. */
  text: string | null
  /** Whether it has neither text nor body. */
  isBlank: boolean
  isEmpty: boolean
  chatGuid: ChatGuid | null
  sentAtMs: number
  status: RowStatus
  isEdited: boolean
  isRetracted: boolean
  isInThread: boolean
  /** `associated_message_type`; 0 for a message of its own. */
  association: number
  target: string
  /** Whether its body mentions a file, which may have no row yet. */
  expectsFile: boolean
  files: readonly RowFile[]
}

export interface RowsSince {
  newestRowid(): RowId
  /** The rows in ROWID order; undefined while nothing has changed since the last call. */
  changedSince(rowid: RowId): RowSince[] | undefined
  close(): void
}

/** Fewer rows arrive while one message is followed. */
const most = 500

/** Its methods throw `messages_…` errors while chat.db cannot be read. */
export function readRowsSince(home: string): RowsSince {
  const watched = watchChatDb(messagesPaths(home).database, (chatDb) => ({
    newest: chatDb.db.prepare('SELECT coalesce(max(ROWID), 0) AS rowid FROM message'),
    rows: chatDb.db.prepare(selectRows(chatDb)),
    files:
      chatDb.db.prepare(`SELECT a.filename, a.transfer_name AS name, a.total_bytes AS bytes, a.transfer_state AS state
      FROM message_attachment_join j JOIN attachment a ON a.ROWID = j.attachment_id WHERE j.message_id = ? ORDER BY a.ROWID`),
  }))
  let asked: RowId | undefined
  return {
    newestRowid() {
      watched.check()
      return watched.reading(({ newest }) => Number(newest.get()?.rowid)) as RowId
    },
    changedSince(rowid) {
      const change = watched.check()
      if (change === 'unchanged' && asked === rowid) return undefined
      asked = rowid
      return watched.reading(({ rows, files }) =>
        rows.all(rowid, most).map((row) => toRow(row, files.all(Number(row.rowid)), home)),
      )
    },
    close: watched.close,
  }
}

function selectRows({ has }: ChatDb): string {
  const column = (name: string) => (has('message', name) ? `coalesce(m.${name}, 0)` : '0')
  const thread = has('message', 'thread_originator_guid') ? "coalesce(m.thread_originator_guid, '') <> ''" : '0'
  return `SELECT m.ROWID AS rowid, m.is_from_me, m.text, m.attributedBody AS body, m.is_empty, m.service, m.error, m.is_sent,
    m.is_delivered OR coalesce(m.date_delivered, 0) <> 0 AS is_delivered, coalesce(m.date_read, 0) <> 0 AS is_read,
    ${column('was_downgraded')} AS was_downgraded, ${column('date_edited')} <> 0 AS is_edited,
    ${column('date_retracted')} <> 0 AS is_retracted, ${thread} AS in_thread,
    coalesce(m.associated_message_type, 0) AS association, coalesce(m.associated_message_guid, '') AS target,
    ${toUnixMsSql('m.date')} AS sent_at_ms, (SELECT c.guid FROM chat c WHERE c.ROWID = ${chatId}) AS chat_guid
    FROM message m WHERE m.ROWID > ? ORDER BY m.ROWID ${limitTo('?')}`
}

type Columns = Record<string, unknown>

function toRow(row: Columns, files: readonly Columns[], home: string): RowSince {
  const { text, isBlank, attachmentsExpected } = readText(row, 'text')
  const chatGuid = row.chat_guid === null ? null : (String(row.chat_guid) as ChatGuid)
  return {
    rowid: Number(row.rowid) as RowId,
    isFromMe: row.is_from_me === 1,
    text,
    isBlank: isBlank || row.text === '',
    isEmpty: row.is_empty === 1,
    chatGuid,
    sentAtMs: Number(row.sent_at_ms ?? 0),
    status: rowStatus({
      error: Number(row.error ?? 0),
      isSent: row.is_sent === 1,
      isDelivered: row.is_delivered === 1,
      isRead: row.is_read === 1,
      wasDowngraded: row.was_downgraded === 1,
      service: String(row.service ?? ''),
      chatGuid,
      hasFile: files.length > 0,
    }),
    isEdited: row.is_edited === 1,
    isRetracted: row.is_retracted === 1,
    isInThread: row.in_thread === 1,
    association: Number(row.association),
    target: String(row.target),
    expectsFile: attachmentsExpected > 0,
    files: files.map((file) => toFile(file, home)),
  }
}

const toFile = ({ filename, name, bytes, state }: Columns, home: string): RowFile => ({
  path: filename === null ? null : String(filename).replace(/^~(?=\/)/, home),
  name: String(name ?? ''),
  bytes: Number(bytes ?? 0),
  transferState: Number(state ?? 0),
})
