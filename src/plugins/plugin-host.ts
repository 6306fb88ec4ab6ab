/** The interface of this room as types: what the bridge needs of the plugin host. */

import type { Clock } from '../base/clock.ts'
import type { Config } from '../contract/config.ts'
import type { Logger } from '../contract/log-entry.ts'
import type { PluginRecord } from '../contract/plugin.ts'
import type { RelayMessage } from '../domain/message.ts'
import type { Tier } from '../plugin-api/index.ts'
import type { OpenJournal } from '../store/journal/open.ts'
import type { PluginConsents } from '../store/plugin-consents.ts'
import type { CallServices } from './calls/services.ts'
import type { CorePluginClass } from './core/core-plugin.ts'

/** An integration that gets a delivery of every relayed message. */
interface EnabledIntegration {
  name: string
  tier: Tier
}

interface PluginPaths {
  /** The path of ~/.service. */
  serviceDir: string
  /** The folder of the bundled integrations; the default is our own `src/integrations`. */
  bundledDir?: string
}

export interface PluginHostDeps {
  journal: OpenJournal['db']
  /** The 32 bytes of state/install.key. */
  installKey: Uint8Array
  paths: PluginPaths
  log: Logger
  /** Appends to the debug mirror when one is configured. */
  mirror: (plugin: string, event: string, fields: Readonly<Record<string, unknown>>) => void
  /** The services that calls of plugins need. */
  calls: CallServices
  /** The plugins of the core tier, in the order in which they transform messages. */
  core: readonly CorePluginClass[]
  /** What the user has allowed external plugins to do. */
  consents: Pick<PluginConsents, 'of' | 'put'>
  clock?: Clock
}

export interface PluginHost {
  /**
   * Starts and stops the difference between what the configuration wants and what runs. It costs little when nothing
   * changed.
   */
  reconcile(config: Pick<Config, 'integrations'> & Partial<Pick<Config, 'web' | 'relay'>>): void
  /**
   * Resolves once every plugin on disk has been examined; until then `enabled` may miss one that was just installed.
   */
  known(): Promise<void>
  /**
   * The plugins that are enabled and fulfil the contract, in tier order (official, notify), whether or not they run
   * right now.
   */
  enabled(): EnabledIntegration[]
  /** Queues the message for each of them; called within the journal's transaction that ingests the message. */
  enqueue(message: RelayMessage, nowMs: number): void
  /** Announces that the journal has new deliveries. It must not be called inside a transaction. */
  kick(): void
  records(): PluginRecord[]
  /** Lets deliveries in flight finish for `graceMs`, then ends every runner. */
  stop(options?: { graceMs?: number }): Promise<void>
}
