/** The settings of one plugin among all of them. */
import type { Settings } from '../../../src/contract/settings.ts'
import { useSettingsDoor } from '../../api/settings-door.ts'

/** Without the switch, which is saved by itself. */
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
