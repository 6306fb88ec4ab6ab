/** Sends a text for a plugin on the page, into a conversation that it was told of, under its own name and limit. */
import type { PageCallArgs } from '../../contract/plugin-page-calls.ts'
import type { Doors } from '../doors.ts'
import { noConversation } from '../found-conversation.ts'
import type { PagedPlugin } from './paged-plugin.ts'

interface Sent {
  send_id: string
  state: string
  error_code: string | null
}

export async function sendForPlugin(
  { conversation_id: id, text, key }: PageCallArgs<'send_text'>,
  { name }: PagedPlugin,
  { sending, audit, pluginPages, nowMs }: Doors,
): Promise<Sent> {
  const guid = pluginPages.conversations.guidOf(name, id)
  if (guid === undefined) throw noConversation()
  pluginPages.limits.take(name, 'send')
  const by = `plugin:${name}`
  const askedAtMs = nowMs()
  const send = await sending.send({ to: { guid }, text, by, ...(key && { idempotencyKey: `${by}:${key}` }) })
  // The same key again has sent nothing anew.
  if (Date.parse(send.created_at) >= askedAtMs)
    audit.append({ action: 'sent', principal: by, target: `${send.id} text, ${text.length} characters`, result: 'ok' })
  return { send_id: send.id, state: send.state, error_code: send.error?.code ?? null }
}
