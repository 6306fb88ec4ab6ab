/**
 * Sends a text or a file for a plugin on the page, into a conversation that it was told of, under its own name and
 * limit.
 */
import type { UploadedFile } from '../../sending/sending.ts'
import { chatToSendTo } from '../chat-to-send-to.ts'
import { noConversation } from '../found-conversation.ts'
import { sendAs } from '../send-and-audit.ts'
import type { Services } from '../services.ts'
import type { PagedPlugin } from './paged-plugin.ts'

interface PluginOrder {
  conversation_id: string
  text?: string
  file?: UploadedFile | undefined
  key?: string
}

interface Sent {
  send_id: string
  state: string
  error_code: string | null
}

export async function sendForPlugin(
  { conversation_id: id, text, file, key }: PluginOrder,
  { name }: PagedPlugin,
  services: Services,
): Promise<Sent> {
  const { conversations, limits } = services.pluginPages
  const guid = conversations.guidOf(name, id)
  if (guid === undefined) throw noConversation()
  limits.take(name, 'send')
  const by = `plugin:${name}`
  const order = {
    to: chatToSendTo(guid, services),
    ...(text !== undefined && { text }),
    ...(file && { file }),
    by,
    ...(key && { idempotencyKey: `${by}:${key}` }),
  }
  const send = await sendAs(by, order, services)
  return { send_id: send.id, state: send.state, error_code: send.error?.code ?? null }
}
