/** Pushes a notification for every message through ntfy: it names the sender, and never contains the text. */
import type { DeliveryContext, InboundNotice, Integration, PluginContext } from '../../plugin-api/index.ts'
import { notificationFor } from './notification.ts'
import { createPoster, judge, type Poster } from './post.ts'
import { type Settings, settingsSchema } from './settings.ts'

export default class Ntfy implements Integration<InboundNotice> {
  static readonly NAME = 'ntfy'
  static readonly DISPLAY_NAME = 'ntfy'
  static readonly DESCRIPTION = 'A push notification for every message: who wrote, never what. A tap opens the page.'
  static readonly TIER = 'notify'
  static readonly SETTINGS_SCHEMA = settingsSchema
  static readonly NETWORK = [{ host: 'ntfy.sh', port: 443, reason: 'The public server, unless you set your own.' }]

  #settings: Settings | undefined
  #poster: Poster | undefined

  async start({ plugin_config }: PluginContext): Promise<void> {
    this.#settings = plugin_config as unknown as Settings
    this.#poster = createPoster(this.#settings.server)
  }

  async stop(): Promise<void> {
    this.#poster?.close()
  }

  async on_inbound(notice: InboundNotice, { signal }: DeliveryContext): Promise<void> {
    if (this.#settings === undefined || this.#poster === undefined) throw new Error('ntfy was not started.')
    const answer = await this.#poster.post({
      authorization: authorizationOf(this.#settings),
      body: JSON.stringify(notificationFor(notice, this.#settings)),
      timeoutMs: this.#settings.timeout_s * 1_000,
      signal,
    })
    judge(answer, Date.now())
  }
}

function authorizationOf({ token, user, password }: Settings): string | undefined {
  if (token !== '') return `Bearer ${token}`
  return user === '' ? undefined : `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
}
