/** Switches a plugin on or off in the settings; the bridge follows within two seconds. */
import type { PluginRecord } from '../contract/plugin.ts'
import { type Asking, consentTo } from '../domain/plugin-consent.ts'
import { ServiceError } from '../domain/service-error.ts'
import { type PluginServices, pluginRecord } from './plugin-records.ts'
import type { Services } from './services.ts'

interface Switch {
  name: string
  enabled: boolean
  /** The actor of the change, in the form of the audit log. */
  principal: string
}

type SwitchServices = PluginServices & Pick<Services, 'audit'> & { consents: Pick<Services['consents'], 'put'> }

/** Enabling a plugin also grants what its record requests. Throws `plugin_not_found` and `plugin_invalid`. */
export function switchPlugin({ name, enabled, principal }: Switch, services: SwitchServices): PluginRecord {
  const record = pluginRecord(name, services)
  if (enabled) services.consents.put(name, consentTo(startable(record)))
  services.settings.change(() => ({ integrations: { [name]: { enabled } } }))
  services.audit.append({
    action: enabled ? 'plugin_enabled' : 'plugin_disabled',
    principal,
    target: name,
    result: 'ok',
  })
  return pluginRecord(name, services)
}

/** Refuses a plugin that could not start, because nobody has seen what it will request once its files are fixed. */
function startable({ name, display_name: title, status, tier, network, last_error: reason }: PluginRecord): Asking {
  if (status !== 'invalid' && tier !== null) return { tier, network }
  throw new ServiceError('plugin_invalid', `${title} can't be enabled: ${reason ?? 'its tier is unknown'}.`, {
    plugin: name,
    reason,
  })
}
