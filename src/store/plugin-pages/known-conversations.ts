/** The conversations that plugins on the page were told of: by ids that differ for each plugin, and lead back for it alone. */
import type { ConversationId, ConversationKey } from '../../contract/ids.ts'
import { opaqueId } from '../journal/opaque-id.ts'

export interface KnownConversations {
  /** The same as the plugin's own process is handed. */
  tell(plugin: string, conversation: { key: ConversationKey; guid: string }): ConversationId
  /** The id alone, which leads nowhere. */
  opaque(plugin: string, key: string): ConversationId
  /** Undefined for what this plugin was never told of. */
  guidOf(plugin: string, id: string): string | undefined
}

/** So many at once; whoever opens a conversation again is told again. */
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
