/**
 * Builds the context with which a plugin is started. What its tier may not do rejects with `tier_violation`, by the
 * host's decision.
 */
import {
  CallRefused,
  type OfficialContext,
  type PluginContext,
  type SendOptions,
  type Sent,
} from '../../plugin-api/index.ts'
import type { HostFrame, RunnerFrame } from '../protocol.ts'
import { currentDelivery, nextSendKey } from './delivery-scope.ts'
import type { Ask } from './host-calls.ts'

type Init = Extract<HostFrame, { type: 'init' }>
type Level = Extract<RunnerFrame, { type: 'log' }>['level']

const longestLine = 2_048

export interface ContextDeps {
  send: (frame: RunnerFrame) => boolean
  ask: Ask
  signal: AbortSignal
}

export function pluginContext(
  { tier, settings, data_dir }: Init,
  { send, ask, signal }: ContextDeps,
): PluginContext | OfficialContext {
  const log = (level: Level, msg: unknown): void => {
    send({ type: 'log', level, msg: String(msg).slice(0, longestLine) })
  }
  return Object.freeze({
    log_info: (msg: string) => log('info', msg),
    log_warn: (msg: string) => log('warn', msg),
    log_error: (msg: string) => log('error', msg),
    plugin_config: deepFreeze(settings),
    mirror: (event: string, fields: Readonly<Record<string, unknown>> = {}) => {
      if (!send({ type: 'mirror', event: String(event), fields: { ...fields } }))
        log('warn', 'A mirror record was too large and is not written.')
    },
    data_dir,
    signal,
    retry_now: () => void send({ type: 'retry_now' }),
    ...(tier === 'official' ? sending(ask) : refusedSending(ask)),
  })
}

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null) Object.values(value).forEach(deepFreeze)
  return Object.freeze(value)
}

/** Fits into a frame in base64. */
const pieceBytes = 128 * 1024
const maxBytes = 20 * 1024 * 1024

type Sending = Pick<OfficialContext, 'send_text' | 'send_file'>

const sending = (ask: Ask): Sending => ({
  async send_text(conversation_id, body, options) {
    const to = recipient(conversation_id, options)
    return resultOf(await ask('send_text', { ...to, body: text(body, 'body') }))
  },
  async send_file(conversation_id, data, mime, name, options) {
    const to = recipient(conversation_id, options)
    if (!(data instanceof Uint8Array)) throw invalid('data is no Uint8Array')
    if (data.length > maxBytes) throw new CallRefused('too_large', 'A file may have 20 MB.')
    const file = { mime: text(mime, 'mime'), name: name === undefined ? null : text(name, 'name') }
    return resultOf(await ask('send_file', { ...to, ...file, upload: await upload(data, ask) }))
  },
})

/**
 * Refuses sending for a tier that may not send. The host is called all the same, because it refuses the call by its
 * name and records that.
 */
const refusedSending = (ask: Ask): Sending => ({
  send_text: () => ask('send_text', nothing as never) as Promise<never>,
  send_file: () => ask('send_file', nothing as never) as Promise<never>,
})

const nothing = {}

/** Uploads a file in pieces, each after the previous one was accepted. */
async function upload(data: Uint8Array, ask: Ask): Promise<number> {
  const number = Number((await ask('open_upload', {})).upload)
  for (let at = 0; at < data.length; at += pieceBytes) {
    const piece = Buffer.from(data.buffer, data.byteOffset + at, Math.min(pieceBytes, data.length - at))
    await ask('write_upload', { upload: number, data: piece.toString('base64') })
  }
  return number
}

/** Draws the key before anything is awaited, so that calls keep the order in which they are made. */
function recipient(conversation_id: string, { key }: SendOptions = {}) {
  return {
    conversation_id: text(conversation_id, 'conversation_id'),
    key: key === undefined ? within(nextSendKey()) : `own:${text(key, 'key')}`,
    delivery_id: currentDelivery(),
  }
}

const within = (key: string | null): string | null => key && `delivery:${key}`

const resultOf = ({ send_id, state, error_code }: Record<string, unknown>): Sent => ({
  send_id: String(send_id),
  state: String(state),
  error_code: typeof error_code === 'string' ? error_code : null,
})

function text(value: unknown, what: string): string {
  if (typeof value !== 'string') throw invalid(`${what} is no string`)
  return value
}

const invalid = (what: string): CallRefused => new CallRefused('invalid_request', what)
