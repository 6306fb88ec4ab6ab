/** Finds the conversation with a given GUID, or throws that there is none. */
import type { Conversation } from '../contract/conversation.ts'
import { ServiceError } from '../domain/service-error.ts'
import type { HistoryService } from './services.ts'

export function foundConversation(history: HistoryService, guid: string): Conversation {
  const conversation = history.conversation(guid)
  if (conversation === undefined) throw noConversation()
  return conversation
}

export const noConversation = () => new ServiceError('conversation_not_found', 'There is no such conversation.')
