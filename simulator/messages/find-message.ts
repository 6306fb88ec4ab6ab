// Finds the row of a message by its guid, or by the result of the operation that wrote it.

import type { Chat } from './chat.ts'
import { findChat } from './chats.ts'
import type { Writer, Written } from './writer.ts'

/** A guid, or the result of an earlier operation, which saves the lookup. */
export type MessageName = string | Written

export interface FoundMessage extends Written {
  chat: Chat | undefined
}

export function findMessage(writer: Writer, name: MessageName): FoundMessage {
  const written = typeof name === 'string' ? lookUp(writer, name) : name
  return { ...written, chat: written.chatGuid === undefined ? undefined : findChat(writer, written.chatGuid) }
}

function lookUp(writer: Writer, guid: string): Written {
  const found = writer.get(
    `SELECT message.ROWID AS rowid, chat.guid AS chatGuid FROM message
     LEFT JOIN chat_message_join ON chat_message_join.message_id = message.ROWID
     LEFT JOIN chat ON chat.ROWID = chat_message_join.chat_id
     WHERE message.guid = ? ORDER BY chat.ROWID LIMIT 1`,
    guid,
  )
  if (!found) throw new Error(`there is no message ${guid} on this Mac`)
  return { rowid: Number(found.rowid), guid, chatGuid: found.chatGuid === null ? undefined : String(found.chatGuid) }
}
