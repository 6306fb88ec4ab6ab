// @ts-check
/** @import { InboundMessage, Integration, NetworkPlace, OfficialContext } from 'local-messaging-relay/plugin' */

/** @implements {Integration<InboundMessage>} */
export default class SayHello {
  static NAME = 'say_hello'
  static DISPLAY_NAME = 'SayHello'
  static DESCRIPTION = 'Answers who says hello.'
  /** official: is handed what is written and may answer. notify: is told who and when, and cannot send. */
  static TIER = /** @type {const} */ ('official')
  /**
   * Hosts on the Internet, each with a reason that the user reads: { host: 'api.example.com', port: 443, reason: '…' }
   * @type {NetworkPlace[]}
   */
  static NETWORK = []
  static SETTINGS_SCHEMA = {
    type: 'object',
    properties: {
      answer: { type: 'string', default: 'Hello to you, too!', description: 'What to answer.' },
    },
    additionalProperties: false,
  }

  /** @type {OfficialContext | undefined} */
  #ctx

  /** @param {OfficialContext} ctx */
  async start(ctx) {
    this.#ctx = ctx
    ctx.log_info('ready to answer')
  }

  async stop() {}

  /**
   * Returning is the acknowledgement. What it throws means "later, please": the same message comes again.
   * @param {InboundMessage} msg
   */
  async on_inbound(msg) {
    if (!/\bhello\b/i.test(msg.text ?? '')) return
    await this.#ctx?.send_text(msg.conversation_id, String(this.#ctx.plugin_config.answer))
  }
}
