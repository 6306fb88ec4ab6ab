/**
 * Remembers the conversations that plugins on the page were told about. Their ids differ for each plugin, and only that
 * plugin can resolve them.
 */
import type { ConversationId, ConversationKey } from '../../contract/ids.ts'
import { opaqueId } from '../journal/opaque-id.ts'

export interface KnownConversations {
  /** Returns the same id that the plugin's own process receives. */
  tell(plugin: string, conversation: { key: ConversationKey; guid: string }): ConversationId
  /** Returns only the id, which cannot be resolved. */
  opaque(plugin: string, key: string): ConversationId
  /** Returns undefined for a conversation that this plugin was never told about. */
  guidOf(plugin: string, id: string): string | undefined
}

/** Limit of remembered conversations; opening a conversation again remembers it again. */
const mostKept = 5_000

export function knownConversations(installKey: Uint8Array): KnownConversations {
  const told = new Map<string, string>()
  const opaque = (plugin: string, key: string) => opaqueId(installKey, 'conversation', [plugin, key]) as ConversationId
  return {
    opaque,
    tell(plugin, { key, guid }) {
      const id = opaque(plugin, key)
      const place = `${plugin}\0${id}`
      told.delete(place)
      told.set(place, guid)
      const [oldest] = told.keys()
      if (told.size > mostKept && oldest !== undefined) told.delete(oldest)
      return id
    },
    guidOf: (plugin, id) => told.get(`${plugin}\0${id}`),
  }
}
