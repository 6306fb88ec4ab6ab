/** Reads and changes the settings of one plugin. */
import type { Settings } from '../../../src/contract/settings.ts'
import { useSettingsDoor } from '../../api/settings-door.ts'

/** Omits the switch, which is saved separately. */
export function ownOf({ integrations }: Pick<Settings, 'integrations'>, name: string): Record<string, unknown> {
  const { enabled: _, ...settings } = integrations[name] ?? {}
  return settings
}

export function useOwnDoor(name: string) {
  const { fresh, change } = useSettingsDoor()
  return {
    fresh: async () => ownOf(await fresh(), name),
    change: (patch: Readonly<Record<string, unknown>>) => change({ integrations: { [name]: patch } }),
  }
}
