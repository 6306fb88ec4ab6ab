/** Names a conversation for plugins and deliveries: the key of its Mac with the line before it. */
import type { Conversation } from '../../contract/conversation.ts'
import type { ConversationKey } from '../../contract/ids.ts'
import { conversationKey, identifierIn } from '../../domain/history/chat-guid.ts'
import { hubGuid, ofHubGuid } from './ids.ts'

type Named = Pick<Conversation, 'guid' | 'is_group' | 'handle'>

/** Returns the key. A person with several addresses is named by the oldest one, so that the key stays the same. */
export function relayKey({ guid, is_group: isGroup, handle }: Named): ConversationKey {
  const { line, guid: own } = ofHubGuid(guid) ?? { line: 0, guid }
  return hubGuid(line, conversationKey(isGroup, isGroup ? handle : (identifierIn(own) ?? handle))) as ConversationKey
}
