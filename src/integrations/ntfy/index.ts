/** Pushes a notification for every message through ntfy: it names the sender, and never contains the text. */
import type { DeliveryContext, InboundNotice, Integration, PluginContext } from '../../plugin-api/index.ts'
import { createPoster, type Poster } from '../shared/poster.ts'
import { german } from './german.ts'
import { notificationFor } from './notification.ts'
import { type Settings, settingsSchema } from './settings.ts'
import { judgeUnifiedPush, unifiedPushOf } from './unified-push.ts'
import { judge } from './verdict.ts'

const maxSockets = 4

export default class Ntfy implements Integration<InboundNotice> {
  static readonly NAME = 'ntfy'
  static readonly DISPLAY_NAME = 'ntfy'
  static readonly DESCRIPTION = 'A push notification for every message: who wrote, never what. A tap opens the page.'
  static readonly TIER = 'notify'
  static readonly SETTINGS_SCHEMA = settingsSchema
  static readonly TRANSLATIONS = { de: german }
  static readonly NETWORK = [{ host: 'ntfy.sh', port: 443, reason: 'The public server, unless you set your own.' }]

  #settings: Settings | undefined
  #poster: Poster | undefined

  async start({ plugin_config }: PluginContext): Promise<void> {
    this.#settings = plugin_config as unknown as Settings
    const { endpoint, server, topic } = this.#settings
    if (endpoint === undefined && topic === '') throw new Error('Set a topic, or an endpoint of UnifiedPush.')
    // The server accepts JSON at its root.
    const url = endpoint === undefined ? new URL('/', server) : new URL(endpoint)
    this.#poster = createPoster(url, { receiver: 'server', maxSockets })
  }

  async stop(): Promise<void> {
    this.#poster?.close()
  }

  async on_inbound(notice: InboundNotice, delivery: DeliveryContext): Promise<void> {
    if (this.#settings === undefined || this.#poster === undefined) throw new Error('ntfy was not started.')
    const isUnifiedPush = this.#settings.endpoint !== undefined
    const notification = notificationFor(notice, this.#settings)
    const answer = await this.#poster.post({
      ...(isUnifiedPush
        ? unifiedPushOf(notification)
        : { headers: headersFor(this.#settings), body: JSON.stringify(notification) }),
      timeoutMs: this.#settings.timeout_s * 1_000,
      signal: delivery.signal,
    })
    delivery.answered?.({ status: answer.status, ...(notice.is_test && { body: await answer.body }) })
    await (isUnifiedPush ? judgeUnifiedPush : judge)(answer, Date.now())
  }
}

function headersFor(settings: Settings): Record<string, string> {
  const authorization = authorizationOf(settings)
  return {
    'user-agent': 'local-messaging-relay',
    'content-type': 'application/json',
    ...(authorization !== undefined && { authorization }),
  }
}

function authorizationOf({ token, user, password }: Settings): string | undefined {
  if (token !== '') return `Bearer ${token}`
  return user === '' ? undefined : `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
}
