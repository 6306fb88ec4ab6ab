/**
 * Reads the messages that the owner sent as rows of chat.db: rows after a ROWID, and the delivery state of given rows.
 */
import { join } from 'node:path'
import { toUnixMsSql } from '../../apple/apple-time.ts'
import { limitTo } from '../../base/sql-parameter.ts'
import type { ChatGuid, ConversationKey, Handle, MessageGuid, RowId } from '../../contract/ids.ts'
import { isSelfChat } from '../../domain/scope.ts'
import { readText } from '../../mac/body.ts'
import type { ChatDb } from '../../mac/chat-db.ts'
import { type Chats, chatId } from '../../mac/chats.ts'
import { linkPreviewRows, urlBalloon } from '../../mac/link-preview-rows.ts'
import { isOfPeople, sendLater } from '../../mac/message-kind.ts'
import type { RowFlags } from '../decisions/row-status.ts'

/** A row that the owner sent, by whatever means. */
export interface OutgoingRow {
  rowid: RowId
  guid: MessageGuid
  conversation: ConversationKey | null
  chatGuid: ChatGuid | null
  /** The decoded text. */
  text: string | null
  hasAttachments: boolean
  /** Whether it has no text, no body and no attachment. */
  isBlank: boolean
  handle: Handle | null
  service: string
  sentAtMs: number
  isSelfChat: boolean
}

export interface OutgoingRowState extends RowFlags {
  /** The GUID of the row that now has this ROWID; it is another message after chat.db was rebuilt. */
  guid: MessageGuid
  /** The paths of its files in Messages' folder. */
  files: readonly string[]
}

export interface OutgoingRows {
  newestRowid(): RowId
  sentAfter(rowid: RowId, limit: number): OutgoingRow[]
  sentAmong(rowids: readonly RowId[]): OutgoingRow[]
  statesOf(rowids: readonly RowId[]): Map<RowId, OutgoingRowState>
  /** The files that Messages keeps below a folder. */
  filesBelow(folder: string): string[]
}

interface OutgoingRowsDeps {
  chatDb: ChatDb
  chats: Chats
  home: string
  selfHandles: () => readonly string[]
}

export function readOutgoingRows({ chatDb, chats, home, selfHandles }: OutgoingRowsDeps): OutgoingRows {
  const { db } = chatDb
  const newest = db.prepare('SELECT coalesce(max(ROWID), 0) AS rowid FROM message')
  const after = db.prepare(`${selectSent(chatDb)} AND m.ROWID > ? ORDER BY m.ROWID ${limitTo('?')}`)
  const among = db.prepare(`${selectSent(chatDb)} AND m.ROWID IN (SELECT value FROM json_each(?)) ORDER BY m.ROWID`)
  const state = db.prepare(selectState(chatDb))
  const files =
    db.prepare(`SELECT a.filename FROM message_attachment_join j JOIN attachment a ON a.ROWID = j.attachment_id
    WHERE j.message_id = ? AND a.filename IS NOT NULL ORDER BY a.ROWID`)
  const allFiles = db.prepare(`SELECT filename FROM attachment WHERE instr(filename, ?) > 0`)
  const isLinkPreview = linkPreviewRows(chatDb)
  const placed = ({ filename }: RowColumns) => absolute(String(filename), home)

  function toRows(page: readonly RowColumns[]): OutgoingRow[] {
    return page.flatMap((row) => {
      const said = readText(row, 'text')
      return isLinkPreview(row, said.text) ? [] : [toRow(row, { said, chats, selfHandles })]
    })
  }

  function sentAfter(rowid: RowId, limit: number): OutgoingRow[] {
    const page = after.all(rowid, limit)
    const rows = toRows(page)
    const [missing, last] = [limit - rows.length, page.at(-1)]
    if (missing === 0 || page.length < limit || last === undefined) return rows
    return [...rows, ...sentAfter(Number(last.rowid) as RowId, missing)]
  }
  return {
    newestRowid: () => Number(newest.get()?.rowid) as RowId,
    sentAfter,
    sentAmong: (rowids) => toRows(among.all(JSON.stringify(rowids))),
    statesOf: (rowids) =>
      new Map(
        rowids.flatMap((rowid) => {
          const row = state.get(rowid)
          if (row === undefined) return []
          const placedFiles = row.has_files === 1 ? files.all(rowid).map(placed) : []
          return [[rowid, { ...toState(row), files: placedFiles }]]
        }),
      ),
    filesBelow: (folder) => allFiles.all(belowHome(folder, home)).map(placed),
  }
}

type RowColumns = Record<string, unknown>

const hasFiles = 'EXISTS (SELECT 1 FROM message_attachment_join a WHERE a.message_id = m.ROWID)'

/** Selects texts and files; a script never sends tapbacks, app balloons or system lines. */
function selectSent({ features }: ChatDb): string {
  const isWaiting = features.sendLater ? `coalesce(m.schedule_type, 0) = ${sendLater}` : '0'
  // The unary plus keeps SQLite from any index but the ROWID, so that it reads only the few newest of a million rows.
  return `SELECT m.ROWID AS rowid, m.guid, m.text, m.attributedBody AS body, m.service, m.is_empty, m.balloon_bundle_id AS balloon,
    ${toUnixMsSql('m.date')} AS sent_at_ms, h.id AS handle, ${chatId} AS chat_id,
    m.cache_has_attachments = 1 OR ${hasFiles} AS has_files
    FROM message m LEFT JOIN handle h ON h.ROWID = m.handle_id
    WHERE +m.is_from_me = 1 AND ${isOfPeople} AND coalesce(m.associated_message_type, 0) = 0
    AND (m.balloon_bundle_id IS NULL OR m.balloon_bundle_id = '${urlBalloon}') AND NOT ${isWaiting}`
}

const selectState = ({ has }: ChatDb): string =>
  `SELECT m.guid, m.error, m.is_sent, m.is_delivered, m.service, coalesce(m.date_delivered, 0) <> 0 AS has_delivery_date,
    coalesce(m.date_read, 0) <> 0 AS is_read, ${has('message', 'was_downgraded') ? 'm.was_downgraded' : '0'} AS was_downgraded,
    (SELECT c.guid FROM chat c WHERE c.ROWID = ${chatId}) AS chat_guid, ${hasFiles} AS has_files
    FROM message m WHERE m.ROWID = ?`

interface RowDeps extends Pick<OutgoingRowsDeps, 'chats' | 'selfHandles'> {
  said: ReturnType<typeof readText>
}

function toRow(row: RowColumns, { said, chats, selfHandles }: RowDeps): OutgoingRow {
  const chat = row.chat_id === null ? undefined : chats.byId(Number(row.chat_id))
  // The body mentions a file before the attachment is joined to the row.
  const hasAttachments = row.has_files === 1 || (said.text === null && said.attachmentsExpected > 0)
  return {
    rowid: Number(row.rowid) as RowId,
    guid: String(row.guid) as MessageGuid,
    conversation: chat?.conversation ?? null,
    chatGuid: chat?.guid ?? null,
    text: said.text,
    hasAttachments,
    isBlank: said.text === null && !said.isDamaged && !hasAttachments && row.is_empty !== 1,
    handle: row.handle === null ? null : (String(row.handle) as Handle),
    service: String(row.service ?? ''),
    sentAtMs: Number(row.sent_at_ms ?? 0),
    isSelfChat: chat !== undefined && isSelfChat(chat, [...selfHandles(), ...chats.selfHandles()]),
  }
}

function toState(row: RowColumns): Omit<OutgoingRowState, 'files'> {
  return {
    guid: String(row.guid) as MessageGuid,
    error: Number(row.error ?? 0),
    isSent: row.is_sent === 1,
    isDelivered: row.is_delivered === 1 || row.has_delivery_date === 1,
    isRead: row.is_read === 1,
    wasDowngraded: row.was_downgraded === 1,
    service: String(row.service ?? ''),
    chatGuid: row.chat_guid === null ? null : (String(row.chat_guid) as ChatGuid),
    hasFile: row.has_files === 1,
  }
}

const absolute = (filename: string, home: string): string =>
  filename.startsWith('~/') ? join(home, filename.slice(2)) : filename

/** Returns the part that both spellings of a path share. */
const belowHome = (folder: string, home: string): string =>
  folder.startsWith(`${home}/`) ? `${folder.slice(home.length)}/` : `${folder}/`
