/**
 * The switch of the automation rules: while it is enabled, they are judged as messages are ingested (bridge/rules/).
 */
import type { CorePlugin } from '../../plugins/core/core-plugin.ts'

export class Rules implements CorePlugin {
  static readonly NAME = 'rules'
  static readonly DISPLAY_NAME = 'Automation rules'
  static readonly DESCRIPTION = 'Runs your rules: a webhook or an answer for messages that meet your conditions.'
  static readonly TIER = 'core'
  static readonly SETTINGS_SCHEMA = { type: 'object', additionalProperties: false, properties: {} }

  async start(): Promise<void> {}
  async stop(): Promise<void> {}
  async on_inbound(): Promise<void> {}
}
