/** Implements GET /api/ui/plugins/{name}/conversations/{guid}. */
import type { Action } from '../action.ts'
import { noConversation } from '../found-conversation.ts'
import { pagedPlugin } from './paged-plugin.ts'

export const pluginConversation: Action<'plugin_conversation'> = ({ name, guid }, services) => {
  const plugin = pagedPlugin(name, services)
  const key = services.history.conversationKey(guid)
  if (key === undefined) throw noConversation()
  return { conversation_id: services.pluginPages.conversations.tell(plugin.name, { key, guid }) }
}
