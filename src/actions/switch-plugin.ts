/** A plugin's switch in the settings; the bridge follows it within two seconds. */
import type { PluginRecord } from '../contract/plugin.ts'
import { consentTo } from '../domain/plugin-consent.ts'
import type { Doors } from './doors.ts'
import { type PluginDoors, pluginRecord } from './plugin-records.ts'

interface Switch {
  name: string
  enabled: boolean
  /** Who wants it, in the words of the audit log. */
  principal: string
}

type SwitchDoors = PluginDoors & Pick<Doors, 'audit'> & { consents: Pick<Doors['consents'], 'put' | 'pageTrust'> }

/** Whoever switches it on allows what its record says that it asks for. Throws `plugin_not_found`. */
export function switchPlugin({ name, enabled, principal }: Switch, doors: SwitchDoors): PluginRecord {
  const record = pluginRecord(name, doors)
  if (enabled) doors.consents.put(name, consentTo(record))
  doors.settings.change(() => ({ integrations: { [name]: { enabled } } }))
  doors.audit.append({
    action: enabled ? 'plugin_enabled' : 'plugin_disabled',
    principal,
    target: name,
    result: 'ok',
  })
  return pluginRecord(name, doors)
}
