/** The switch of the statistics: while it is enabled, the web process counts from the search index. */
import type { CorePlugin } from '../../plugins/core/core-plugin.ts'

export class Stats implements CorePlugin {
  static readonly NAME = 'stats'
  static readonly DISPLAY_NAME = 'Statistics'
  static readonly DESCRIPTION = 'Who writes how much, and when. Counted on this Mac, and shown on the page alone.'
  static readonly TIER = 'core'
  static readonly SETTINGS_SCHEMA = { type: 'object', additionalProperties: false, properties: {} }

  async start(): Promise<void> {}
  async stop(): Promise<void> {}
  async on_inbound(): Promise<void> {}
}
