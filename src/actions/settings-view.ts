/**
 * Shows the settings as the API returns them: without `auth`, and with secrets reduced to whether they are set.
 */
import { objectIn } from '../base/json-object.ts'
import { Config, type IntegrationConfig } from '../contract/config.ts'
import type { Settings } from '../contract/settings.ts'
import { hideSecrets } from '../domain/plugin-settings.ts'
import type { JournalService } from './services.ts'

/** Schemas of plugin settings, by plugin name. */
export type PluginSchemas = ReadonlyMap<string, Readonly<Record<string, unknown>>>

/** The schemas of the plugins that the bridge has found. */
export const settingsSchemas = (journal: Pick<JournalService, 'integrations'>): PluginSchemas =>
  new Map(journal.integrations().map(({ name, manifest }) => [name, schemaIn(manifest)]))

export const schemaIn = ({ settings_schema: schema }: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  objectIn(schema)

export function settingsView({ auth: _, ...settings }: Config, schemas: PluginSchemas): Settings {
  const shown = Object.entries(settings.integrations).map(([name, own]) => {
    return [name, hideSecrets(own, schemas.get(name)) as IntegrationConfig] as const
  })
  const compat = hideSecrets(settings.compat, Config.properties.compat) as Config['compat']
  return { ...settings, compat, integrations: Object.fromEntries(shown) }
}
