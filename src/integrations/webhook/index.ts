/** POSTs every message to a URL, signed as Standard Webhooks describe. */
import type { DeliveryContext, InboundMessage, Integration, PluginContext } from '../../plugin-api/index.ts'
import { createPoster, type Poster } from './post.ts'
import { webhookHeaders } from './signature.ts'
import { judge } from './verdict.ts'

interface Settings {
  url: string
  secret: string
  timeout_s: number
  headers: Record<string, string>
}

export default class Webhook implements Integration<InboundMessage> {
  static readonly NAME = 'webhook'
  static readonly DISPLAY_NAME = 'Webhook'
  static readonly DESCRIPTION =
    'Sends every message to a URL of yours: JSON by POST, signed, repeated until it is taken.'
  static readonly TIER = 'official'
  static readonly SETTINGS_SCHEMA = {
    type: 'object',
    required: ['url'],
    additionalProperties: false,
    properties: {
      url: {
        type: 'string',
        format: 'uri',
        pattern: '^https?://',
        title: 'URL',
        description: 'Where messages are sent: http or https.',
      },
      secret: {
        type: 'string',
        default: '',
        title: 'Signing secret',
        description:
          'Shared with the receiver, which can then tell our messages from forged ones: `whsec_…` or any text.',
        writeOnly: true,
      },
      timeout_s: {
        type: 'number',
        default: 10,
        minimum: 1,
        maximum: 25,
        title: 'Timeout',
        description: 'How many seconds the receiver has for its answer.',
      },
      headers: {
        type: 'object',
        default: {},
        additionalProperties: { type: 'string' },
        title: 'Further headers',
        description: 'Sent with every request, for instance an authorization.',
      },
    },
  }

  #settings: Settings = { url: '', secret: '', timeout_s: 10, headers: {} }
  #poster: Poster | undefined

  async start(ctx: PluginContext): Promise<void> {
    this.#settings = ctx.plugin_config as unknown as Settings
    this.#poster = createPoster(new URL(this.#settings.url))
  }

  async stop(): Promise<void> {
    this.#poster?.close()
  }

  async on_inbound(msg: InboundMessage, delivery: DeliveryContext): Promise<void> {
    if (this.#poster === undefined) throw new Error('The webhook was not started.')
    const { secret, headers, timeout_s } = this.#settings
    const { attempt, ...message } = msg
    const body = JSON.stringify({ type: 'message', ...message })
    const signed = webhookHeaders({ id: msg.delivery_id, timestamp: Math.floor(Date.now() / 1_000), body }, secret)
    const answer = await this.#poster.post({
      headers: {
        'user-agent': 'local-messaging-relay',
        ...lowerCased(headers),
        ...signed,
        'content-type': 'application/json',
        'idempotency-key': msg.delivery_id,
      },
      body,
      timeoutMs: timeout_s * 1_000,
      signal: delivery.signal,
    })
    judge(answer, attempt, Date.now())
  }
}

/** So that one of the user's takes the place of one of ours, instead of standing beside it. */
const lowerCased = (headers: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
