// Deletes messages: into Recently Deleted and back, and permanently.

import { appleNanoseconds } from './apple-time.ts'
import { chatNamed } from './chats.ts'
import { findMessage, type MessageName } from './find-message.ts'
import { joinChat } from './place.ts'
import { emptyMemory, type Writer, type Written } from './writer.ts'

export interface Deletion {
  message: MessageName
  atMs?: number
}

const recentlyDeleted = 'chat_recoverable_message_join'

/** Drops everything remembered, since deleting may remove handles as well. */
function forget(writer: Writer): void {
  writer.memory = emptyMemory()
}

/**
 * Removes the message from its chat and keeps it for thirty days. macOS 12 has no Recently Deleted, so it deletes the
 * message.
 */
export function moveToRecentlyDeleted(writer: Writer, { message, atMs }: Deletion): void {
  const { rowid, chat } = findMessage(writer, message)
  // The row that keeps the message must exist before the one that holds it goes, or a trigger deletes the message.
  if (chat && writer.has(recentlyDeleted))
    writer.insert(recentlyDeleted, {
      chat_id: chat.rowid,
      message_id: rowid,
      delete_date: appleNanoseconds(atMs ?? writer.nowMs()),
    })
  writer.run('DELETE FROM chat_message_join WHERE message_id = ?', rowid)
  forget(writer)
}

/** Moves a whole conversation at once. The chat's row stays and reappears with the next message. */
export function moveChatToRecentlyDeleted(writer: Writer, { chat, atMs }: { chat: string; atMs?: number }): void {
  const { rowid } = chatNamed(writer, chat)
  if (writer.has(recentlyDeleted))
    writer.run(
      `INSERT INTO ${recentlyDeleted} (chat_id, message_id, delete_date)
       SELECT chat_id, message_id, ? FROM chat_message_join WHERE chat_id = ?`,
      appleNanoseconds(atMs ?? writer.nowMs()),
      rowid,
    )
  writer.run('DELETE FROM chat_message_join WHERE chat_id = ?', rowid)
  forget(writer)
}

export function recover(writer: Writer, { message, atMs }: Deletion): Written {
  const { rowid, guid } = findMessage(writer, message)
  const place = writer.get(
    `SELECT chat.guid AS chatGuid, message.date / 1000000 AS dateMs, message.service
     FROM ${recentlyDeleted} AS gone JOIN chat ON chat.ROWID = gone.chat_id JOIN message ON message.ROWID = gone.message_id
     WHERE gone.message_id = ?`,
    rowid,
  )
  if (!place) throw new Error(`the message ${guid} is not in Recently Deleted`)
  const chat = chatNamed(writer, String(place.chatGuid))
  joinChat(writer, { chat, service: chat.service, rowid, guid, atMs: Number(place.dateMs) + Date.UTC(2001, 0, 1) })
  writer.run(`DELETE FROM ${recentlyDeleted} WHERE message_id = ?`, rowid)
  writer.update('message', rowid, { date_recovered: appleNanoseconds(atMs ?? writer.nowMs()) })
  return { rowid, guid, chatGuid: chat.guid }
}

export function deleteForGood(writer: Writer, { message }: Deletion): void {
  const { rowid } = findMessage(writer, message)
  writer.run('DELETE FROM message WHERE ROWID = ?', rowid)
  forget(writer)
}

export function deleteChat(writer: Writer, { chat }: { chat: string }): void {
  writer.run('DELETE FROM chat WHERE ROWID = ?', chatNamed(writer, chat).rowid)
  forget(writer)
}
