// @ts-check
/** @import { InboundMessage, Integration, OfficialContext, PageDeclaration } from 'local-messaging-relay/plugin' */

/** @implements {Integration<InboundMessage>} */
export default class Daybook {
  static NAME = 'daybook'
  static DISPLAY_NAME = 'Daybook'
  static DESCRIPTION = 'Notes kept beside messages, and ready-made answers.'
  static TIER = /** @type {const} */ ('official')
  static SETTINGS_SCHEMA = {
    type: 'object',
    properties: {
      signature: { type: 'string', maxLength: 40, default: '', description: 'Put below each ready-made answer.' },
    },
    additionalProperties: false,
  }
  /** @type {PageDeclaration} */
  static UI = {
    api: 1,
    entry: './page/index.js',
    slots: ['sidebar.panel', 'message.toolbar', 'compose.extension', 'settings.page'],
    permissions: ['message.read'],
  }

  /** @param {OfficialContext} ctx */
  async start(ctx) {
    ctx.log_info('ready')
  }

  async stop() {}

  async on_inbound() {}
}
