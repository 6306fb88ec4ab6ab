/** What is told of a plugin. */

import type { IsolationLayer, PluginRecord, PluginStatus } from '../contract/plugin.ts'
import type { Counts } from '../store/journal/delivery-counts.ts'
import type { Misfit, Plugin } from './catalog.ts'
import type { Manifest } from './plugin-contract.ts'

export interface State {
  enabled: boolean
  status: PluginStatus
  lastError: string | null
  counts: Counts | undefined
  isolation?: IsolationLayer[]
}

export const pluginRecord = (
  { manifest, candidate }: { manifest: Manifest; candidate: Pick<Plugin['candidate'], 'version'> },
  { enabled, status, lastError, counts, isolation = [] }: State,
): PluginRecord => ({
  name: manifest.name,
  display_name: manifest.display_name ?? manifest.name,
  description: manifest.description ?? '',
  enabled,
  tier: manifest.tier,
  settings_schema: manifest.settings_schema,
  status,
  last_error: lastError,
  version: candidate.version,
  pending: counts?.pending ?? 0,
  dead: counts?.dead ?? 0,
  network: manifest.network.map((place) => ({ ...place })),
  isolation,
})

/** Listed with the reason, so that its author sees why it is not there. */
export const misfitRecord = ({ label, entry, violation }: Misfit): PluginRecord => ({
  name: label.toLowerCase().replace(/[^a-z0-9]+/g, '_'),
  display_name: label,
  description: entry,
  enabled: false,
  tier: 'notify',
  settings_schema: {},
  status: 'failed',
  last_error: violation,
  version: null,
  pending: 0,
  dead: 0,
  network: [],
  isolation: [],
})
