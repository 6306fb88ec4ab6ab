/**
 * Lists the plugins of the core tier in the order in which they transform: matches are hidden before the text is
 * encrypted.
 */
import type { CorePlugin, CorePluginClass } from '../../plugins/core/core-plugin.ts'
import { ContentFilter } from './content-filter.ts'
import { Encryption } from './encryption.ts'
import * as german from './german.ts'

/** A plugin whose switch another part of the product reads; it handles no message itself. */
class Switch implements CorePlugin {
  static readonly TIER = 'core'
  static readonly SETTINGS_SCHEMA = { type: 'object', additionalProperties: false, properties: {} }

  async start(): Promise<void> {}
  async stop(): Promise<void> {}
  async on_inbound(): Promise<void> {}
}

/** While this is enabled, the web process counts from the search index. */
class Stats extends Switch {
  static readonly NAME = 'stats'
  static readonly DISPLAY_NAME = 'Statistics'
  static readonly DESCRIPTION = 'What is relayed, and who writes how much, and when. Counted on this Mac.'
  static readonly TRANSLATIONS = { de: german.stats }
}

/** While this is enabled, the automation rules judge messages as they are ingested (bridge/rules/). */
class Rules extends Switch {
  static readonly NAME = 'rules'
  static readonly DISPLAY_NAME = 'Automation rules'
  static readonly DESCRIPTION = 'Runs your rules: a webhook or an answer for messages that meet your conditions.'
  static readonly TRANSLATIONS = { de: german.rules }
}

export const corePlugins: readonly CorePluginClass[] = [ContentFilter, Encryption, Stats, Rules]
