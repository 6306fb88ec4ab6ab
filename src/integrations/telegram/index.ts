/** Shows messages in a Telegram chat with the user's own bot, and sends the answers that the user writes there. */
import { Api } from 'grammy'
import type { DeliveryContext, InboundMessage, Integration, OfficialContext } from '../../plugin-api/index.ts'
import { answer } from './answer.ts'
import { BotMessages } from './bot-messages.ts'
import { type DeliverDeps, deliver } from './deliver.ts'
import { isWrongToken, wrongToken } from './failures.ts'
import { german } from './german.ts'
import { network, type Settings, settingsSchema } from './settings.ts'
import { UpdateOffset, UpdatePoller } from './update-poller.ts'

/** Longer than a long poll or the transfer of a large file takes. */
const requestLimitS = 120
const greetingLimitMs = 5_000

export default class Telegram implements Integration<InboundMessage> {
  static readonly NAME = 'telegram'
  static readonly DISPLAY_NAME = 'Telegram'
  static readonly DESCRIPTION = 'Your messages in a Telegram chat with a bot of your own. Reply there to answer.'
  static readonly TIER = 'official'
  static readonly NETWORK = network
  static readonly SETTINGS_SCHEMA = settingsSchema
  static readonly TRANSLATIONS = { de: german }

  #poller: UpdatePoller | undefined
  #deliverDeps: DeliverDeps | undefined

  async start(ctx: OfficialContext): Promise<void> {
    const typed = ctx.plugin_config as unknown as Settings
    const settings = { ...typed, api_root: typed.api_root.replace(/\/+$/, '') }
    const api = new Api(settings.token, { apiRoot: settings.api_root, timeoutSeconds: requestLimitS })
    await refuseWrongToken(api)
    const botMessages = new BotMessages(ctx.data_dir)
    this.#deliverDeps = { api, botMessages, settings, log: ctx }
    this.#poller = new UpdatePoller({
      api,
      offset: new UpdateOffset(ctx.data_dir, settings.token.split(':')[0] ?? ''),
      handle: (update, signal) => answer(update, { api, botMessages, settings, ctx, signal }),
      log: ctx,
    })
    this.#poller.start()
  }

  async stop(): Promise<void> {
    await this.#poller?.stop()
  }

  async on_inbound(msg: InboundMessage, delivery: DeliveryContext): Promise<void> {
    if (this.#deliverDeps === undefined) throw new Error('Telegram was not started.')
    await deliver(msg, delivery, this.#deliverDeps)
  }
}

/**
 * Fails at the start, where the user sees it right after setting the token. An unavailable network does not prevent the
 * start.
 */
async function refuseWrongToken(api: Api): Promise<void> {
  const signal = AbortSignal.timeout(greetingLimitMs)
  await api.getMe(signal as never).catch((error) => {
    if (isWrongToken(error)) throw new Error(wrongToken)
  })
}
