// Marks as read what came in, here or on another device.

import { appleNanoseconds } from './apple-time.ts'
import { chatNamed, markChatReadUpTo } from './chats.ts'
import { findMessage, type MessageName } from './find-message.ts'
import type { Writer, Written } from './writer.ts'

export function markRead(writer: Writer, { message, atMs }: { message: MessageName; atMs?: number }): Written {
  const { rowid, guid, chatGuid } = findMessage(writer, message)
  writer.update('message', rowid, { is_read: 1, date_read: appleNanoseconds(atMs ?? writer.nowMs()) })
  return { rowid, guid, chatGuid }
}

export interface ChatRead {
  chat: string
  atMs?: number
  /** Another device reports only that it was read, not when. */
  withoutDates?: boolean
}

/** Marks everything unread in a chat as read. */
export function markChatRead(writer: Writer, { chat: name, atMs = writer.nowMs(), withoutDates }: ChatRead): void {
  const chat = chatNamed(writer, name)
  writer.run(
    `UPDATE message SET is_read = 1, date_read = ? WHERE is_read = 0 AND is_from_me = 0
     AND ROWID IN (SELECT message_id FROM chat_message_join WHERE chat_id = ?)`,
    withoutDates ? 0 : appleNanoseconds(atMs),
    chat.rowid,
  )
  markChatReadUpTo(writer, chat, atMs)
}

/** Marks a voice message as played. */
export function played(writer: Writer, { message, atMs }: { message: MessageName; atMs?: number }): void {
  const columns = { is_played: 1, date_played: appleNanoseconds(atMs ?? writer.nowMs()) }
  writer.update('message', findMessage(writer, message).rowid, columns)
}
