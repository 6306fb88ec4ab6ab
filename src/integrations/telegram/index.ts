/** Shows messages in a Telegram chat with the user's own bot, and sends the answers that the user writes there. */
import { Api } from 'grammy'
import type { DeliveryContext, InboundMessage, Integration, OfficialContext } from '../../plugin-api/index.ts'
import { answer } from './answer.ts'
import { isWrongToken, wrongToken } from './failures.ts'
import { openOffset } from './offset.ts'
import { poll } from './poll.ts'
import { network, type Settings, settingsSchema } from './settings.ts'
import { type ShowTools, show } from './show.ts'
import { openShown } from './shown.ts'

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

  readonly #stopping = new AbortController()
  #polling: Promise<void> | undefined
  #tools: ShowTools | undefined

  async start(ctx: OfficialContext): Promise<void> {
    const typed = ctx.plugin_config as unknown as Settings
    const settings = { ...typed, api_root: typed.api_root.replace(/\/+$/, '') }
    const api = new Api(settings.token, { apiRoot: settings.api_root, timeoutSeconds: requestLimitS })
    await refuseWrongToken(api)
    const shown = openShown(ctx.data_dir)
    const { signal } = this.#stopping
    this.#tools = { api, shown, settings, log: ctx }
    this.#polling = poll({
      api,
      offset: openOffset(ctx.data_dir, settings.token.split(':')[0] ?? ''),
      handle: (update) => answer(update, { api, shown, settings, ctx, signal }),
      log: ctx,
      signal,
    })
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.#polling
  }

  async on_inbound(msg: InboundMessage, delivery: DeliveryContext): Promise<void> {
    if (this.#tools === undefined) throw new Error('Telegram was not started.')
    await show(msg, delivery, this.#tools)
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
