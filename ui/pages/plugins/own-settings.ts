/** Reads and changes the settings of one plugin. */
import type { Settings } from '../../../src/contract/settings.ts'
import { useSettingsResource } from '../../api/settings-resource.ts'

/** Omits the switch, which is saved separately. */
export function ownOf({ integrations }: Pick<Settings, 'integrations'>, name: string): Record<string, unknown> {
  const { enabled: _, ...settings } = integrations[name] ?? {}
  return settings
}

export function useOwnSettingsResource(name: string) {
  const { fresh, change } = useSettingsResource()
  return {
    fresh: async () => ownOf(await fresh(), name),
    change: (patch: Readonly<Record<string, unknown>>) => change({ integrations: { [name]: patch } }),
  }
}
