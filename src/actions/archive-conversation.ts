/** Implements PUT and DELETE /api/v1/conversations/{guid}/archive. */
import type { Conversation } from '../contract/conversation.ts'
import type { Action } from './action.ts'
import { foundConversation } from './found-conversation.ts'
import type { Services } from './services.ts'

export const archiveConversation: Action<'archive_conversation'> = (
  { guid },
  { history, archiveAndStars, announce, nowMs },
) => {
  // Read first: a message that arrives meanwhile has a higher ROWID, and so counts as newer than the archiving.
  const newestRow = history.newestRow()
  const { last_message_ts, archived } = foundConversation(history, guid)
  if (!archived)
    archiveAndStars.archive({
      conversations: history.conversationKeys(guid),
      newestMs: Date.parse(last_message_ts),
      archivedAtMs: nowMs(),
      newestRow,
    })
  return told(foundConversation(history, guid), archived, announce)
}

export const unarchiveConversation: Action<'unarchive_conversation'> = (
  { guid },
  { history, archiveAndStars, announce },
) => {
  const { archived } = foundConversation(history, guid)
  archiveAndStars.unarchive(history.conversationKeys(guid))
  return told(foundConversation(history, guid), archived, announce)
}

function told(now: Conversation, wasArchived: boolean, announce: Services['announce']): Conversation {
  const { guid, archived } = now
  if (archived !== wasArchived) announce({ type: 'conversation_archived', chat_guid: guid, archived })
  return now
}
