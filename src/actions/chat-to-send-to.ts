/**
 * Chooses where a message to a conversation goes: to a person with several addresses it goes to the one used last. The
 * GUID of another chat, and an address, mean just that chat and that address.
 */
import { handleKind } from '../domain/handles.ts'
import { conversationsMeant } from '../domain/history/chat-guid.ts'
import type { Recipient } from '../domain/recipient.ts'
import type { HistoryService } from './services.ts'

/** The kinds of address that Messages can write to without a chat. */
const writable: readonly string[] = ['phone', 'email', 'short_code']

export function chatToSendTo(guid: string, history: Pick<HistoryService, 'conversation'>): Recipient {
  const conversation = history.conversation(guid)
  const [usedLast, ...others] = conversation?.addresses ?? []
  if (conversation === undefined || usedLast === undefined || others.length === 0) return { guid }
  const isItsOwn = conversationsMeant(guid).at(-1) === conversationsMeant(conversation.guid).at(-1)
  return isItsOwn && writable.includes(handleKind(usedLast)) ? { handle: usedLast } : { guid }
}
