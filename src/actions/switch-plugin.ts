/** A plugin's switch in the settings; the bridge follows it within two seconds. */
import type { PluginRecord } from '../contract/plugin.ts'
import { principalOf } from '../domain/access/principal.ts'
import type { Caller } from './action.ts'
import type { Doors } from './doors.ts'
import { pluginRecord } from './plugin-records.ts'

interface Switch {
  name: string
  enabled: boolean
}

/** Throws `plugin_not_found`. */
export function switchPlugin({ name, enabled }: Switch, doors: Doors, caller: Caller): PluginRecord {
  pluginRecord(name, doors)
  doors.settings.change(() => ({ integrations: { [name]: { enabled } } }))
  doors.audit.append({
    action: enabled ? 'plugin_enabled' : 'plugin_disabled',
    principal: principalOf(caller),
    target: name,
    result: 'ok',
  })
  return pluginRecord(name, doors)
}
