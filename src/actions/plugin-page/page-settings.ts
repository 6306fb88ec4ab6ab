/**
 * Gives a plugin on the page access to its own settings, without secrets and without those that open the network to it.
 */
import { ownSettings } from '../../domain/own-settings.ts'
import { settingsProblem } from '../../domain/plugin-page/changeable-settings.ts'
import { hideSecrets } from '../../domain/plugin-settings.ts'
import { ServiceError } from '../../domain/service-error.ts'
import type { Services } from '../services.ts'
import type { PagedPlugin } from './paged-plugin.ts'

type Own = Record<string, unknown>

export const ownSettingsOf = ({ name, settingsSchema }: PagedPlugin, { settings }: Pick<Services, 'settings'>): Own =>
  hideSecrets(ownSettings(settings.current().integrations[name] ?? {}), settingsSchema)

export function changeOwnSettings(change: Own, plugin: PagedPlugin, services: Services): Own {
  const problem = settingsProblem(change, plugin.settingsSchema)
  if (problem !== undefined) throw new ServiceError('invalid_request', `Nothing was changed: ${problem}.`)
  services.settings.change(() => ({ integrations: { [plugin.name]: change } }))
  services.audit.append({
    ...{ action: 'settings_changed', principal: `plugin:${plugin.name}`, result: 'ok' },
    target: Object.keys(change)
      .map((key) => `integrations.${plugin.name}.${key}`)
      .join(' '),
  })
  return ownSettingsOf(plugin, services)
}
