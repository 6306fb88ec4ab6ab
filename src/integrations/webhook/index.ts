/** POSTs every message to a URL, signed according to Standard Webhooks, and sends replies of the receiver. */
import { randomUUID } from 'node:crypto'
import type { DeliveryContext, InboundMessage, Integration, OfficialContext } from '../../plugin-api/index.ts'
import { payloadOf } from './payload.ts'
import { createPoster, type Poster } from './post.ts'
import { replyIn, sendReply } from './reply.ts'
import { type Settings, settingsSchema } from './settings.ts'
import { webhookHeaders } from './signature.ts'
import { type Answer, judge } from './verdict.ts'
import { isWanted } from './wanted.ts'

export default class Webhook implements Integration<InboundMessage> {
  static readonly NAME = 'webhook'
  static readonly DISPLAY_NAME = 'Webhook'
  static readonly DESCRIPTION =
    'Sends every message to a URL of yours: JSON by POST, signed, repeated until it is taken.'
  static readonly TIER = 'official'
  static readonly SETTINGS_SCHEMA = settingsSchema

  #started: { ctx: OfficialContext; settings: Settings; poster: Poster } | undefined

  async start(ctx: OfficialContext): Promise<void> {
    const settings = ctx.plugin_config as unknown as Settings
    const poster = createPoster(new URL(settings.url))
    this.#started = { ctx, settings, poster }
    if (settings.ping) void this.#ping(ctx)
  }

  async stop(): Promise<void> {
    this.#started?.poster.close()
  }

  async on_inbound(msg: InboundMessage, delivery: DeliveryContext): Promise<void> {
    if (this.#started === undefined) throw new Error('The webhook was not started.')
    const { ctx, settings } = this.#started
    if (!isWanted(msg, settings)) return
    const answer = await this.#post(msg.delivery_id, payloadOf(msg, settings.payload), delivery.signal)
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
