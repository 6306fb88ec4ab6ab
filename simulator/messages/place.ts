// Writes a message's row into chat.db: the row itself, then its join to a chat, then what belongs to it.

import { ordinarySummaryInfo } from '../formats/summary-info.ts'
import { appleNanoseconds } from './apple-time.ts'
import type { Chat } from './chat.ts'
import type { Row } from './tables.ts'
import { accountOf, myAddress, type Service, type Writer, type Written } from './writer.ts'

export interface MessageRow {
  /** Undefined if the row is in no chat. */
  chat: Chat | undefined
  service: Service
  fromMe: boolean
  /** ROWID of the other person's handle; 0 for what I send to a group and for most system rows. */
  handle: number
  atMs: number
  guid?: string
  body?: { text: string; bytes: Uint8Array; partCount: number }
  /** Any further columns. Those that this macOS lacks are left out. */
  columns?: Row
}

/** The share of rows of each macOS that have their text in `text` as well as in attributedBody. */
const shareWithText: Record<number, number> = { 12: 1, 13: 0.85, 14: 0.45, 15: 0.25, 26: 0.02, 27: 0.01 }

const textColumn = (writer: Writer, text: string): string | null => {
  const share = shareWithText[writer.macos] ?? 0
  return share === 1 || writer.random() < share ? text : null
}

/** Returns the guid of the previous message in the chat, which `reply_to_guid` contains on nearly every row. */
function previousGuid(writer: Writer, chat: Chat): string | null {
  const known = writer.memory.newest.get(chat.rowid)
  if (known || writer.bulk) return known?.guid ?? null
  const found = writer.get(
    `SELECT message.guid FROM chat_message_join JOIN message ON message.ROWID = chat_message_join.message_id
     WHERE chat_message_join.chat_id = ? ORDER BY chat_message_join.message_date DESC, message_id DESC LIMIT 1`,
    chat.rowid,
  )
  return found ? String(found.guid) : null
}

function rowOf(writer: Writer, guid: string, message: MessageRow): Row {
  const { chat, service, fromMe, handle, atMs, body, columns } = message
  return {
    guid,
    text: body ? textColumn(writer, body.text) : null,
    handle_id: handle,
    attributedBody: body?.bytes ?? null,
    version: 10,
    service,
    account: accountOf(writer, service),
    account_guid: writer.accountGuid,
    date: appleNanoseconds(atMs),
    date_read: 0,
    date_delivered: 0,
    is_finished: 1,
    is_from_me: Number(fromMe),
    date_played: 0,
    was_data_detected: 1,
    associated_message_guid: writer.macos >= 26 ? '' : null,
    message_summary_info: writer.macos >= 14 ? ordinarySummaryInfo : null,
    ck_sync_state: 1,
    destination_caller_id: myAddress(writer, service),
    reply_to_guid: chat ? previousGuid(writer, chat) : null,
    sort_id: 0,
    part_count: body?.partCount ?? 0,
    ck_chat_id: chat?.guid ?? null,
    ...(writer.bulk && { cache_roomnames: chat?.roomName ?? null }),
    ...columns,
  }
}

/** Inserts only the message's row, in no chat yet. */
export function insertMessage(writer: Writer, message: MessageRow): Written {
  const guid = message.guid ?? writer.newGuid()
  const rowid = writer.insert('message', rowOf(writer, guid, message))
  return { rowid, guid, chatGuid: message.chat?.guid }
}

export interface Place {
  chat: Chat
  service: Service
  rowid: number
  guid: string
  atMs: number
}

export function joinChat(writer: Writer, { chat, service, rowid, guid, atMs }: Place): void {
  writer.insert('chat_message_join', { chat_id: chat.rowid, message_id: rowid, message_date: appleNanoseconds(atMs) })
  // A row that comes late is not the newest of its chat.
  const newest = writer.memory.newest.get(chat.rowid)
  if (writer.bulk || (newest && newest.atMs <= atMs)) writer.memory.newest.set(chat.rowid, { guid, atMs })
  if (writer.bulk) noteServiceSeen(writer, chat, service)
}

/** Does what a trigger does where there are triggers. */
function noteServiceSeen(writer: Writer, chat: Chat, service: Service): void {
  const key = `${service} seen in ${chat.rowid}`
  if (writer.memory.handles.has(key)) return
  if (writer.has('chat_service')) writer.insertOrIgnore('chat_service', { service, chat: chat.rowid })
  writer.memory.handles.set(key, 0)
}

export function placeMessage(writer: Writer, message: MessageRow): Written {
  const written = insertMessage(writer, message)
  const { chat, service, atMs } = message
  if (chat) joinChat(writer, { chat, service, atMs, ...written })
  return written
}
