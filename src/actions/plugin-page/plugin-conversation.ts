/** Implements GET /api/ui/plugins/{name}/conversations/{guid}. */
import type { Action } from '../action.ts'
import { noConversation } from '../found-conversation.ts'
import { pagedPlugin } from './paged-plugin.ts'

export const pluginConversation: Action<'plugin_conversation'> = ({ name, guid }, doors) => {
  const plugin = pagedPlugin(name, doors)
  const key = doors.history.conversationKey(guid)
  if (key === undefined) throw noConversation()
  return { conversation_id: doors.pluginPages.conversations.tell(plugin.name, { key, guid }) }
}
