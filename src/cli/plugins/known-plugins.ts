/** Lists plugins that are known without running any: the bundled ones, and those that the bridge has found. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type PluginSchemas, schemaIn, settingsSchemas } from '../../actions/settings-view.ts'
import { corePlugins } from '../../bridge/core/core-plugins.ts'
import { manifestsFile } from '../../plugins/bundled-manifests.ts'
import { readJournal } from '../../store/journal/reader.ts'
import { serviceDir } from '../../store/service-dir.ts'
import { readEnvironment } from '../environment.ts'

const bundledFile = join(import.meta.dirname, '..', '..', 'integrations', manifestsFile)

export function knownPlugins(): PluginSchemas {
  const bundled = Object.values(
    JSON.parse(readFileSync(bundledFile, 'utf8')) as Record<string, Record<string, unknown>>,
  )
  const journal = readJournal(serviceDir(readEnvironment().base).journalFile)
  try {
    return new Map([
      ...bundled.map((manifest) => [String(manifest.name), schemaIn(manifest)] as const),
      ...corePlugins.map(({ NAME, SETTINGS_SCHEMA }) => [NAME, SETTINGS_SCHEMA] as const),
      ...settingsSchemas(journal),
    ])
  } finally {
    journal.close()
  }
}
