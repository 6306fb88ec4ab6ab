/** Implements POST /api/v1/plugins/{name}/pause and …/resume; the bridge follows within a second. */
import type { PluginRecord } from '../contract/plugin.ts'
import { principalOf } from '../domain/access/principal.ts'
import type { AuditLog } from '../store/audit-log.ts'
import type { PausedPlugins } from '../store/paused-plugins.ts'
import type { Action } from './action.ts'
import { type PluginServices, pluginRecord } from './plugin-records.ts'

export const pausePlugin: Action<'pause_plugin'> = ({ name }, services, { caller }) =>
  setPaused({ name, paused: true, principal: principalOf(caller) }, services)

export const resumePlugin: Action<'resume_plugin'> = ({ name }, services, { caller }) =>
  setPaused({ name, paused: false, principal: principalOf(caller) }, services)

interface Pause {
  name: string
  paused: boolean
  principal: string
}

type PauseServices = PluginServices & { pausedPlugins: PausedPlugins; audit: Pick<AuditLog, 'append'> }

/** Pauses or resumes a plugin for anyone. Throws `plugin_not_found`. */
export function setPaused({ name, paused, principal }: Pause, services: PauseServices): PluginRecord {
  pluginRecord(name, services)
  services.pausedPlugins.set(name, paused)
  services.audit.append({ action: paused ? 'plugin_paused' : 'plugin_resumed', principal, target: name, result: 'ok' })
  return pluginRecord(name, services)
}
