/** Names the conversation of a line as plugins and deliveries know it: as its Mac does, with the line before it. */
import type { Conversation } from '../../contract/conversation.ts'
import type { ConversationKey } from '../../contract/ids.ts'
import { conversationKey, identifierIn } from '../../domain/history/chat-guid.ts'
import { hubGuid, ofHubGuid } from './ids.ts'

type Named = Pick<Conversation, 'guid' | 'is_group' | 'handle'>

/** The GUID of a person with several addresses is that of the oldest, so that the key stays. */
export function relayKey({ guid, is_group: isGroup, handle }: Named): ConversationKey {
  const { line, guid: own } = ofHubGuid(guid) ?? { line: 0, guid }
  return hubGuid(line, conversationKey(isGroup, isGroup ? handle : (identifierIn(own) ?? handle))) as ConversationKey
}
