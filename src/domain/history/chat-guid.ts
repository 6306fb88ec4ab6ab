/** Resolves the spellings of a chat GUID to the conversations that it may refer to. */
import type { ConversationKey } from '../../contract/ids.ts'
import { normaliseHandle } from '../handles.ts'

/** Returns one key for a person or group, whichever way its chat's GUID is spelled. */
export const conversationKey = (isGroup: boolean, identifier: string): ConversationKey =>
  (isGroup ? `group:${identifier}` : `dm:${normaliseHandle(identifier)}`) as ConversationKey

/**
 * Reads `<service>;<style>;<identifier>`. The service is ignored, since macOS 26 calls every one of them `any`, and so
 * is the style, since Messages' own scripting names groups in both. Returns nothing for text that is not a chat GUID.
 */
export function conversationsMeant(guid: string): ConversationKey[] {
  const identifier = identifierIn(guid)
  return identifier === undefined ? [] : [conversationKey(true, identifier), conversationKey(false, identifier)]
}

/** Returns the identifier of the chat; undefined for text that is not a chat GUID. */
export const identifierIn = (guid: string): string | undefined => /^[^;]+;[-+];(.+)$/s.exec(guid)?.[1]
