/** Implements POST /api/v1/settings. */
import { principalOf } from '../domain/access/principal.ts'
import type { Action } from './action.ts'
import { changedSettings } from './changed-settings.ts'
import type { Services } from './services.ts'
import { settingsSchemas, settingsView } from './settings-view.ts'

export const changeSettings: Action<'change_settings'> = (patch, services, { caller }) => {
  const schemas = settingsSchemas(services.journal)
  const changed = changedSettings({ patch, principal: principalOf(caller) }, { ...services, schemas })
  tellOfRestart(services)
  return settingsView(changed, schemas)
}

function tellOfRestart({ settings, webAtStart, log }: Services): void {
  const { web } = settings.current()
  for (const key of ['host', 'port'] as const)
    if (web[key] !== webAtStart[key]) log.warn(`web.${key} was changed: it needs a restart of the web process`)
}
