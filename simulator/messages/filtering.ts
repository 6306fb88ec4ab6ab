// Writes how Messages files chats and messages: unknown senders, spam, the SMS filter's transactions and promotions,
// blocked people.

import { chatNamed } from './chats.ts'
import { findMessage, type MessageName } from './find-message.ts'
import type { Writer } from './writer.ts'

/** Category 0 is known, 1 unknown sender, 2 spam; higher values are categories of the SMS filter. */
export function filterChat(writer: Writer, { chat, category }: { chat: string; category: number }): void {
  writer.update('chat', chatNamed(writer, chat).rowid, { is_filtered: category })
}

/** Blocks a person, who can go on writing but is not shown. */
export function block(writer: Writer, { chat }: { chat: string }): void {
  writer.update('chat', chatNamed(writer, chat).rowid, { is_blackholed: 1 })
}

const filterActions = { none: 0, allow: 1, junk: 2, promotion: 3, transaction: 4 } as const

/** Files a single message on macOS 27. Before, there are only categories of chats. */
export function fileMessage(
  writer: Writer,
  { message, as }: { message: MessageName; as: keyof typeof filterActions },
): void {
  if (writer.macos < 27) throw new Error(`macOS ${writer.macos} does not file single messages`)
  const { rowid } = findMessage(writer, message)
  writer.update('message', rowid, { filter_action: filterActions[as] })
  writer.run('UPDATE chat_message_join SET filter_action = ? WHERE message_id = ?', filterActions[as], rowid)
}
