/** Answers the calls that plugins make to the page itself; all other calls go to the service in the plugin's name. */
import { navigate } from 'wouter/use-browser-location'
import type { PluginSlot } from '../../src/contract/plugin-page.ts'
import { pagePermissions } from '../../src/contract/plugin-slots.ts'
import { client } from '../api/client.ts'
import { base, paths } from '../routes.ts'
import { notify } from '../state/toasts.ts'
import { perSecond } from './frame-message.ts'
import type { Pieces } from './pieces.ts'

interface PluginCall {
  plugin: PluginSlot
  method: string
  args: Readonly<Record<string, unknown>>
  /** Whether somebody has just used the plugin. */
  isAsked: boolean
  /** Whether the plugin draws beside this message. */
  sees(rowid: unknown): boolean
  /** The file that the frame is sending. */
  pieces: Pieces
}

const served = ['get_message', 'send_text', 'get_settings', 'change_settings', 'get_kept', 'keep', 'log'] as const
type Served = (typeof served)[number]

/** A plugin sends, writes and navigates only after somebody has used it. */
const onlyAsked: readonly string[] = ['send_text', 'send_file', 'put_piece', 'insert_text', 'open_settings', 'toast']
const mayAsk = perSecond(50, () => performance.now())

class Refusal extends Error {
  readonly code: string
  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

/** The open composer, if there is one. */
export const composer: { insert?: (text: string) => void } = {}

/** Rejects with a code and a reason. */
export async function answerCall({ plugin, method, args, isAsked, sees, pieces }: PluginCall): Promise<unknown> {
  if (method !== 'put_piece' && !mayAsk(plugin.plugin)) throw new Refusal('rate_limited', 'This plugin asks too much.')
  if (onlyAsked.includes(method) && !isAsked)
    throw new Refusal('forbidden', 'Only after somebody has used this plugin.')
  if (method === 'toast') return void notify(`${plugin.title}: ${String(args.text).slice(0, 200)}`)
  if (method === 'open_settings') return navigate(`${base}${paths.plugins(plugin.plugin)}`)
  if (method === 'insert_text') return composer.insert?.(String(args.text).slice(0, 4_096))
  if (method === 'put_piece') return takePiece(pieces, args)
  if (method === 'send_file') return sendFile(plugin.plugin, pieces, args)
  if (!served.includes(method as Served)) throw new Refusal('invalid_request', 'There is no such call.')
  if (method === 'get_message' && !sees(args.rowid))
    throw new Refusal('message_not_found', `Not shown here, whatever ${pagePermissions[0]} allows.`)
  const { value } = await client.plugin_call({ name: plugin.plugin, method: method as Served, args: { ...args } })
  return value
}

function takePiece(pieces: Pieces, { n, piece }: PluginCall['args']): null {
  if (!pieces.put(n, piece)) throw new Refusal('too_large', 'A file of 2 MB at most, piece by piece.')
  return null
}

function sendFile(plugin: string, pieces: Pieces, args: PluginCall['args']): Promise<unknown> {
  const { conversation_id, name, mime, pieces: count, key } = args
  const whole = pieces.take(count)
  if (whole === undefined) throw new Refusal('invalid_request', 'The file is not whole.')
  return client.plugin_send_file({
    name: plugin,
    conversation_id: String(conversation_id),
    ...(typeof key === 'string' && { key }),
    file: new File(whole, String(name), { type: String(mime) }),
  })
}
