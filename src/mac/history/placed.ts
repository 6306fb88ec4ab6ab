/** Reads single messages by ROWID, each with the conversation in which it is shown. */
import type { Category } from '../../contract/categories.ts'
import type { ConversationKey } from '../../contract/ids.ts'
import type { Message } from '../../contract/message.ts'
import type { ChatDb } from '../chat-db.ts'
import type { ConversationChats, ShownConversation } from './conversation-chats.ts'
import type { LoadMessages } from './found-message.ts'
import type { RenderMessages } from './render-messages.ts'
import type { InChat, Repeats } from './repeats.ts'
import type { ShownRows } from './shown-rows.ts'
import { chatOf, guidOf } from './wire-conversation.ts'

export interface PlacedMessage {
  message: Message
  conversation: ConversationKey
  conversation_guid: string
  conversation_name: string
  /** The address of the chat that has the message; of a group its chat identifier. */
  address: string
  /** The GUID of the chat that has the message, as it stands in chat.db. */
  chatGuid: string
  /** The category of the chat that has the message. */
  category: Category
  sentAtMs: number
}

interface PlacedMessagesDeps {
  chatDb: ChatDb
  shown: ShownRows
  chats: ConversationChats
  load: LoadMessages
  repeats: Repeats
  render: RenderMessages
  nameOf(conversation: ShownConversation): string
  isSelf(conversation: ShownConversation): boolean
}

export function placedMessages(parts: PlacedMessagesDeps): (rowids: readonly number[]) => PlacedMessage[] {
  const { chatDb, shown, chats, load, repeats, render, nameOf, isSelf } = parts
  const places = chatDb.db.prepare(`SELECT m.ROWID AS rowid, j.chat_id FROM message m
    JOIN chat_message_join j ON j.message_id = m.ROWID
    WHERE m.ROWID IN (SELECT value FROM json_each(?)) AND ${shown.shown}
    ORDER BY j.chat_id DESC`)

  const placeAll = (conversation: ShownConversation, rows: readonly InChat[]): PlacedMessage[] => {
    const repeated = repeats.among(rows, conversation, isSelf(conversation))
    const left = rows.filter(({ found }) => !repeated.has(found.rowid))
    const name = nameOf(conversation)
    return render(left, conversation).map((message, index) => ({
      message,
      conversation: conversation.key,
      conversation_guid: guidOf(conversation, left[index]?.chatId),
      conversation_name: name,
      ...placeIn(conversation, left[index]?.chatId),
      sentAtMs: left[index]?.found.sent_at_ms ?? 0,
    }))
  }
  return (rowids) => {
    const found = load(rowids)
    const inChats = places.all(JSON.stringify(rowids)).flatMap((place) => {
      const row = found.get(Number(place.rowid))
      const conversation = chats.ofChat(Number(place.chat_id))
      return row && conversation ? [{ conversation, found: row, chatId: Number(place.chat_id) }] : []
    })
    // The oldest chat is the last, and remains.
    const once = new Map(inChats.map((row) => [row.found.rowid, row]))
    const byConversation = Map.groupBy(once.values(), ({ conversation }) => conversation)
    const placed = new Map(
      [...byConversation]
        .flatMap(([conversation, rows]) => placeAll(conversation, rows))
        .map((it) => [it.message.rowid, it]),
    )
    return rowids.flatMap((rowid) => placed.get(rowid) ?? [])
  }
}

function placeIn(conversation: ShownConversation, chatId: number | undefined) {
  const { identifier: address, guid: chatGuid, category } = chatOf(conversation, chatId)
  return { address, chatGuid, category }
}
