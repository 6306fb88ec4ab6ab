/** Sends for clients of `imsg`, and tells the truth of it in their terms: sent, never begun, or not known. */
import { openAsBlob } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { messageOf } from '../../base/errors.ts'
import { pause } from '../../base/pause.ts'
import { ClientError } from '../../client/client-error.ts'
import type { SendOptions } from '../../client/client-over.ts'
import type { Send, SendService } from '../../contract/send.ts'
import { hasCode } from '../../domain/service-error.ts'
import { TrackedSend } from '../../local-client/tracked-send.ts'
import { guidOfRow, isOfHub } from '../wire/lines.ts'
import { type ChatNames, type Conversations, onlyChat } from './conversations.ts'
import { type Delivery, invalid, kindOf, RpcError } from './rpc-error.ts'
import type { Service } from './service.ts'

export interface SendAsked extends ChatNames {
  to?: string
  text?: string
  file?: string
  service?: string
  region?: string
  transport?: string
  allow_sms_fallback?: boolean
  reply_to?: string
  text_formatting?: unknown
  /** The time to send at: our own param, which the original does not have. */
  send_at?: string
}

export interface Sent {
  ok: true
  transport: 'applescript'
  id?: number
  guid?: string
  message_id?: string
  service?: string
  chat_guid?: string
  /** Present for a message that waits for its time. */
  schedule_id?: string
  scheduled_at?: string
}

interface Options {
  service: Service
  conversations: Conversations
  home: string
}

const pollMs = 250
/** Waiting for the limit of messages in a minute takes longest. */
const waitMs = 150_000

const services: Readonly<Record<string, SendService | undefined>> = { imessage: 'iMessage', sms: 'SMS', rcs: 'RCS' }

export class Sender {
  readonly #options: Options

  constructor(options: Options) {
    this.#options = options
  }

  async send(asked: SendAsked): Promise<Sent> {
    if (asked.reply_to !== undefined) throw notBegun('bridge', 'reply_to requires bridge transport')
    if (asked.transport === 'bridge') throw notBegun('bridge', 'there is no private bridge; use transport auto')
    if (!asked.text && asked.file === undefined) throw invalid('give text, file or both')
    const order = await this.#order(asked)
    const send = new TrackedSend(this.#options.service)
    try {
      return sent(await this.#settled(await send.request(order)))
    } catch (error) {
      throw deliveryError(error)
    }
  }

  async #order({
    to,
    text,
    file,
    service,
    send_at,
    ...chat
  }: SendAsked): Promise<(options: SendOptions) => Promise<Send>> {
    const by = services[service ?? '']
    const when = { ...(send_at !== undefined && { send_at }) }
    const client = this.#options.service
    const hasChat = [chat.chat_id, chat.chat_identifier, chat.chat_guid].some((name) => name !== undefined)
    if (to !== undefined && hasChat) throw invalid('to and a chat exclude each other')
    const target = to === undefined ? await this.#chat(chat) : { handle: to }
    if (file !== undefined) {
      const blob = await this.#file(file)
      const handle = 'handle' in target ? target.handle : target.guid
      const more = { ...when, ...(text && { text }), ...(by !== undefined && 'handle' in target && { service: by }) }
      return (options) => client.send_file({ handle, file: blob, ...more }, options)
    }
    if ('guid' in target) return (options) => client.send_to_chat({ ...target, ...when, text: text ?? '' }, options)
    return (options) => client.send({ ...target, ...when, text: text ?? '', ...(by && { service: by }) }, options)
  }

  /** A person without a conversation has no chat yet, but an address. */
  async #chat(names: ChatNames): Promise<{ guid: string } | { handle: string }> {
    const name = onlyChat(names)
    const found = await this.#options.conversations.find(String(name))
    if (found !== undefined) return { guid: found.guid }
    const address = typeof name === 'string' ? addressIn(name) : undefined
    if (address === undefined)
      throw notBegun('params', typeof name === 'number' ? `no chat has the id ${name}` : 'no such chat')
    return { handle: address }
  }

  async #file(path: string): Promise<File> {
    const absolute = path.startsWith('~/') ? join(this.#options.home, path.slice(2)) : resolve(path)
    const found = await stat(absolute).catch(() => undefined)
    if (!found?.isFile()) throw notBegun('params', 'file: there is no such file')
    return new File([await openAsBlob(absolute)], basename(absolute))
  }

  /** Waits until it is known whether the message went. What only waits for its turn is cancelled at last. */
  async #settled(first: Send): Promise<Send> {
    const { service } = this.#options
    const end = performance.now() + waitMs
    let send = first
    while (isUnderWay(send) && performance.now() < end) {
      await pause(pollMs)
      send = await service.get_send({ id: send.id }).catch((error: unknown) => {
        if (error instanceof ClientError && (error.status === 0 || error.status >= 500)) return send
        throw error
      })
    }
    return send.state === 'queued' ? service.cancel_send({ id: send.id }) : send
  }
}

const isUnderWay = ({ state }: Send): boolean => state === 'queued' || state === 'handed_over'

function addressIn(name: string): string | undefined {
  const address = /^[^;]+;-;(.+)$/.exec(name)?.[1] ?? name
  return address.includes(';') || /^chat\d+$/.test(address) ? undefined : address
}

function sent({ id, state, error, rowid, guid, service, chat_guid, send_at }: Send): Sent {
  const known = guid === null ? null : guidOfRow(chat_guid, guid)
  if (state === 'failed') throw refused(error?.code ?? 'send_failed', error?.message ?? 'It was not sent.')
  if (state === 'held') throw new RpcError('uncertain', 'It waits until the owner of this Mac releases it.', uncertain)
  if (state === 'uncertain' || state === 'handed_over')
    throw new RpcError(
      'uncertain',
      error?.message ?? 'Messages accepted the message and has not confirmed it yet.',
      uncertain,
    )
  return {
    ok: true,
    transport: 'applescript',
    // A hub numbers its rows otherwise than its messages.
    ...(rowid !== null && !isOfHub(chat_guid) && { id: rowid }),
    ...(known !== null && { guid: known, message_id: known }),
    ...(service !== null && { service }),
    ...(chat_guid !== null && { chat_guid }),
    ...(state === 'scheduled' && send_at !== null && { schedule_id: id, scheduled_at: send_at }),
  }
}

const about = { transport: 'applescript', operation: 'send' } as const
const uncertain: Omit<Delivery, 'detail'> = { retry_safe: false, disposition: 'may_have_completed', ...about }

const notBegun = (kind: 'bridge' | 'params', detail: string): RpcError =>
  new RpcError(kind, detail, { retry_safe: true, disposition: 'not_started', ...about })

/** Failures after which Messages has tried, so that the same again is no use, or could arrive twice. */
const tried = ['recipient_unreachable', 'send_failed']

const refused = (code: string, detail: string): RpcError =>
  new RpcError(kindOf(code), detail, { retry_safe: !tried.includes(code), disposition: 'not_started', ...about })

function deliveryError(error: unknown): unknown {
  if (error instanceof RpcError) return error
  if (hasCode(error, 'send_uncertain')) return new RpcError('uncertain', error.message, uncertain)
  if (!(error instanceof ClientError)) return error
  const isUnknown = error.code === 'send_uncertain' || error.code === 'internal'
  return isUnknown ? new RpcError('uncertain', messageOf(error), uncertain) : refused(error.code, messageOf(error))
}
