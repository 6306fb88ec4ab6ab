/**
 * Derives the status of a plugin from what the bridge last wrote, from the settings, and from whether a bridge runs.
 */
import type { PluginStatus, PluginWait } from '../contract/plugin.ts'

export interface PluginSigns {
  /** The status that the bridge wrote. */
  noted: PluginStatus
  enabled: boolean
  bridgeAlive: boolean
}

/** The bridge takes a moment to follow the settings. A plugin that violates the contract is invalid, enabled or not. */
export function pluginStatus({ noted, enabled, bridgeAlive }: PluginSigns): PluginStatus {
  if (noted === 'invalid') return 'invalid'
  if (!enabled) return 'off'
  if (!bridgeAlive) return 'waiting'
  return noted === 'off' ? 'starting' : noted
}

/**
 * Returns what a plugin of this status waits for; `noted` is what the bridge wrote, which holds while the bridge runs.
 */
export function pluginWait(status: PluginStatus, noted: PluginWait | null, bridgeAlive: boolean): PluginWait | null {
  if (status !== 'waiting') return null
  return bridgeAlive ? noted : 'relay'
}
