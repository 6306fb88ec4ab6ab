/** Reads the GUIDs, group names and members of all chats, so that a conversation can be found by its name. */
import type { ConversationKey } from '../contract/ids.ts'
import type { ChatDb } from './chat-db.ts'
import { chatColumns, toChat } from './chats.ts'

/** The names of one chat; several chats may belong to one conversation. */
export interface ConversationNames {
  conversation: ConversationKey
  guid: string
  isGroup: boolean
  groupName: string | null
  /** Handles. */
  members: string[]
}

export function readConversationNames(chatDb: ChatDb): () => ConversationNames[] {
  const every = chatDb.db.prepare(`SELECT ${chatColumns(chatDb)}, (SELECT json_group_array(h.id) FROM chat_handle_join j
    JOIN handle h ON h.ROWID = j.handle_id WHERE j.chat_id = c.ROWID) AS members FROM chat c`)
  return () =>
    every.all().map((row) => {
      const { conversation, guid, isGroup, groupName } = toChat(row)
      return { conversation, guid, isGroup, groupName, members: JSON.parse(String(row.members)) }
    })
}
