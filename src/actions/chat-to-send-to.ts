/**
 * Chooses where a message to a conversation goes: to a person with several addresses it goes to the one used last. The
 * GUID or ROWID of another chat, and an address, mean just that chat and that address.
 */
import { canBeWrittenTo } from '../domain/handles.ts'
import { conversationsMeant } from '../domain/history/chat-guid.ts'
import type { Recipient } from '../domain/recipient.ts'
import type { HistoryService, Services } from './services.ts'

interface World {
  history: Pick<HistoryService, 'conversation' | 'chatGuid'>
  meant: Services['meant']
}

export function chatToSendTo(written: string, { history, meant }: World): Recipient {
  const conversation = history.conversation(written)
  const guid = namedGuid(written, history)
  const [usedLast, ...others] = (conversation?.addresses ?? []).map(meant)
  const itself = { guid: meant(guid) }
  if (conversation === undefined || usedLast === undefined || others.length === 0) return itself
  const isItsOwn = isOfOneAddress(guid, conversation.guid)
  return isItsOwn && canBeWrittenTo(usedLast) ? { handle: usedLast } : itself
}

/** Sending knows chats by their GUIDs only, while a ROWID and a number without its country code name a chat here, too. */
function namedGuid(written: string, { chatGuid }: Pick<HistoryService, 'chatGuid'>): string {
  const found = chatGuid(written)
  return found === undefined || isOfOneAddress(written, found) ? written : found
}

const isOfOneAddress = (one: string, other: string): boolean =>
  conversationsMeant(one).at(-1) === conversationsMeant(other).at(-1)
