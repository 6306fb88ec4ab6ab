/** Counts the rows of a conversation, using only the index. */
import type { ChatDb } from '../chat-db.ts'
import type { ShownConversation } from './conversation-chats.ts'

export function rowCounter({ db }: Pick<ChatDb, 'db'>): (conversation: ShownConversation | undefined) => number {
  const count = db.prepare(
    'SELECT count(*) AS n FROM chat_message_join WHERE chat_id IN (SELECT value FROM json_each(?))',
  )
  return (conversation) => Number(count.get(JSON.stringify(conversation?.chatIds ?? []))?.n)
}
