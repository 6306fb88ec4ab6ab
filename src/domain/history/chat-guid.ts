/** The spellings under which a chat GUID comes: which conversations one may mean. */
import type { ConversationKey } from '../../contract/ids.ts'
import { normaliseHandle } from '../handles.ts'

/** One person or group under all spellings of its chat's GUID. */
export const conversationKey = (isGroup: boolean, identifier: string): ConversationKey =>
  (isGroup ? `group:${identifier}` : `dm:${normaliseHandle(identifier)}`) as ConversationKey

/**
 * `<service>;<style>;<identifier>`. The service tells nothing, since macOS 26 calls every one of them `any`, and neither
 * does the style: Messages' own scripting names groups in both. Empty for what is no chat GUID.
 */
export function conversationsMeant(guid: string): ConversationKey[] {
  const identifier = /^[^;]+;[-+];(.+)$/s.exec(guid)?.[1]
  return identifier === undefined ? [] : [conversationKey(true, identifier), conversationKey(false, identifier)]
}
