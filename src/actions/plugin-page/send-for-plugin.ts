/**
 * Sends a text or a file for a plugin on the page, into a conversation that it was told of, under its own name and
 * limit.
 */
import type { UploadedFile } from '../../sending/sending.ts'
import { noConversation } from '../found-conversation.ts'
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
  { sending, audit, pluginPages, nowMs }: Services,
): Promise<Sent> {
  const guid = pluginPages.conversations.guidOf(name, id)
  if (guid === undefined) throw noConversation()
  pluginPages.limits.take(name, 'send')
  const by = `plugin:${name}`
  const askedAtMs = nowMs()
  const send = await sending.send({
    to: { guid },
    ...(text !== undefined && { text }),
    ...(file && { file }),
    by,
    ...(key && { idempotencyKey: `${by}:${key}` }),
  })
  // A repeated idempotency key has sent nothing new, so it is not audited again.
  if (Date.parse(send.created_at) >= askedAtMs)
    audit.append({
      action: 'sent',
      principal: by,
      target: `${send.id} ${file ? 'file' : `text, ${text?.length} characters`}`,
      result: 'ok',
    })
  return { send_id: send.id, state: send.state, error_code: send.error?.code ?? null }
}
