/** POSTs every message to a URL, signed according to Standard Webhooks, and sends replies of the receiver. */
import { randomUUID } from 'node:crypto'
import type { DeliveryContext, InboundMessage, Integration, OfficialContext } from '../../plugin-api/index.ts'
import { inProgress } from '../shared/in-progress.ts'
import { type Answer, createPoster, type Poster } from '../shared/poster.ts'
import { german } from './german.ts'
import { replyIn, sendReply } from './reply.ts'
import { type Filter, type Settings, settingsSchema } from './settings.ts'
import { webhookHeaders } from './signature.ts'
import { judge } from './verdict.ts'

/** The number of messages that the host hands over at a time. */
const maxSockets = 8

export default class Webhook implements Integration<InboundMessage> {
  static readonly NAME = 'webhook'
  static readonly DISPLAY_NAME = 'Webhook'
  static readonly DESCRIPTION = 'Sends every message to your URL as signed JSON, and retries until accepted.'
  static readonly TIER = 'official'
  static readonly SETTINGS_SCHEMA = settingsSchema
  static readonly TRANSLATIONS = { de: german }

  #started: { ctx: OfficialContext; settings: Settings; poster: Poster } | undefined

  async start(ctx: OfficialContext): Promise<void> {
    const settings = ctx.plugin_config as unknown as Settings
    const poster = createPoster(new URL(settings.url), { receiver: 'receiver', maxSockets })
    this.#started = { ctx, settings, poster }
    if (settings.ping) void this.#ping(ctx)
  }

  async stop(): Promise<void> {
    this.#started?.poster.close()
  }

  async on_inbound(msg: InboundMessage, delivery: DeliveryContext): Promise<void> {
    if (this.#started === undefined) throw new Error('The webhook was not started.')
    const { ctx, settings } = this.#started
    if (!msg.is_test && !isWanted(msg, settings)) return
    const payload = payloadOf(msg, settings.payload)
    const answer = await inProgress(delivery, () => this.#post(msg.delivery_id, payload, delivery.signal))
    delivery.answered?.({ status: answer.status, ...(msg.is_test && { body: await answer.body }) })
    judge(answer, msg.attempt, Date.now())
    const text = settings.allow_replies ? replyIn(await answer.body) : undefined
    if (text !== undefined) await sendReply(ctx, { msg, text }, delivery)
  }

  async #ping({ signal, log_info, log_warn }: OfficialContext): Promise<void> {
    try {
      const { status } = await this.#post(randomUUID(), { type: 'ping', ts: new Date().toISOString() }, signal)
      const tell = status >= 200 && status < 300 ? log_info : log_warn
      tell(`Ping: the receiver answered ${status}.`)
    } catch (error) {
      log_warn(`Ping: ${(error as Error).message}`)
    }
  }

  #post(id: string, payload: object, signal: AbortSignal): Promise<Answer> {
    if (this.#started === undefined) throw new Error('The webhook was not started.')
    const { poster, settings } = this.#started
    const { secret, previous_secret, headers, timeout_s } = settings
    const body = JSON.stringify(payload)
    const signed = { id, timestamp: Math.floor(Date.now() / 1_000), body }
    return poster.post({
      headers: {
        'user-agent': 'local-messaging-relay',
        ...lowerCased(headers),
        ...webhookHeaders(signed, [secret, previous_secret]),
        'content-type': 'application/json',
        'idempotency-key': id,
      },
      body,
      timeoutMs: timeout_s * 1_000,
      signal,
    })
  }
}

/** Lets a header of the user replace the same header of ours, instead of being sent in addition to it. */
const lowerCased = (headers: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))

/** Builds the payload for a message: all of it, or only its ids. */
function payloadOf({ attempt: _, ...message }: InboundMessage, payload: Settings['payload']): object {
  if (payload === 'full') return { type: 'message', ...message }
  const { delivery_id, conversation_id, is_group, ts, kind, line, is_note, is_test } = message
  const marks = { ...(line && { line }), ...(is_note && { is_note }), ...(is_test && { is_test }) }
  return { type: 'message', delivery_id, conversation_id, is_group, ts, kind, ...marks }
}

type Message = Pick<InboundMessage, 'sender' | 'group_name' | 'text' | 'kind'>

/** Returns whether the user wants the message to be sent to the receiver. An empty list does not filter. */
const isWanted = (message: Message, { senders, groups, contains, kinds }: Filter): boolean =>
  isFromWanted(message, senders, groups) &&
  (contains.length === 0 || contains.some((word) => folded(message.text ?? '').includes(folded(word)))) &&
  (kinds.length === 0 || kinds.includes(message.kind))

function isFromWanted({ sender, group_name }: Message, senders: string[], groups: string[]): boolean {
  if (senders.length === 0 && groups.length === 0) return true
  return isNamed(sender, senders) || (group_name !== null && isNamed(group_name, groups))
}

const isNamed = (name: string, names: string[]): boolean => names.some((one) => folded(one) === folded(name))

const folded = (text: string): string => text.normalize('NFC').trim().toLowerCase()
