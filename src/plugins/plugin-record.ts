/** Builds the record of a plugin, as the bridge reports it. */
import { timestamp } from '../base/timestamp.ts'
import type { IsolationLayer, PluginFigure, PluginRecord, PluginStatus } from '../contract/plugin.ts'
import type { PageManifest } from '../contract/plugin-page.ts'
import type { Counts } from '../store/journal/delivery-counts.ts'
import type { Misfit, Plugin } from './catalog.ts'
import type { Manifest } from './plugin-contract.ts'
import type { Waiting } from './supervisor.ts'

export interface State {
  enabled: boolean
  status: PluginStatus
  waiting?: Waiting | null
  lastError: string | null
  counts: Counts | undefined
  isolation?: IsolationLayer[]
}

/** The bridge's record of a plugin, with what the web process needs to serve the plugin's part of the page. */
export interface NotedPlugin extends Omit<PluginRecord, PluginFigure> {
  page_files: (PageManifest & { folder: string }) | null
}

interface RecordedPlugin {
  manifest: Manifest
  candidate: Pick<Plugin['candidate'], 'version'> & Partial<Pick<Plugin['candidate'], 'folder' | 'origin'>>
}

export const pluginRecord = (
  { manifest, candidate }: RecordedPlugin,
  { enabled, status, waiting = null, lastError, counts, isolation = [] }: State,
): NotedPlugin => ({
  name: manifest.name,
  display_name: manifest.display_name ?? manifest.name,
  description: manifest.description ?? '',
  enabled,
  tier: manifest.tier,
  settings_schema: manifest.settings_schema,
  status,
  waiting_for: waiting?.for ?? null,
  next_attempt_at: timestamp(waiting?.nextAttemptMs ?? null),
  last_error: lastError,
  version: candidate.version,
  is_installed: isInstalled(candidate),
  pending: counts?.pending ?? 0,
  dead: counts?.dead ?? 0,
  network: manifest.network.map((place) => ({ ...place })),
  isolation,
  page: manifest.page && { slots: manifest.page.slots, permissions: manifest.page.permissions },
  page_files: pageFilesOf(manifest, candidate),
  translations: manifest.translations,
})

/** Keeps the records that only the state of a plugin changes, since a manifest is long and is looked at twice a second. */
export class NotedRecords {
  readonly #known = new WeakMap<Manifest, { key: string; record: NotedPlugin }>()

  /** Returns the same record as long as it is equal. */
  of(plugin: RecordedPlugin, state: Omit<State, 'counts'>): NotedPlugin {
    const { version, folder, origin } = plugin.candidate
    const key = JSON.stringify([state, version, folder, origin])
    const known = this.#known.get(plugin.manifest)
    if (known?.key === key) return known.record
    const record = pluginRecord(plugin, { ...state, counts: undefined })
    this.#known.set(plugin.manifest, { key, record })
    return record
  }
}

const isInstalled = ({ origin }: RecordedPlugin['candidate']): boolean => origin === 'package'

function pageFilesOf({ page }: Manifest, { folder }: RecordedPlugin['candidate']): NotedPlugin['page_files'] {
  return page === null || folder === undefined ? null : { ...page, folder }
}

/** Lists a misfit with its violation, so that its author sees why it does not run. */
export const misfitRecord = ({ name, candidate, tier, violation }: Misfit): NotedPlugin => ({
  name,
  display_name: candidate.label,
  description: candidate.entry,
  enabled: false,
  tier,
  settings_schema: {},
  status: 'invalid',
  waiting_for: null,
  next_attempt_at: null,
  last_error: violation,
  version: candidate.version,
  is_installed: isInstalled(candidate),
  pending: 0,
  dead: 0,
  network: [],
  isolation: [],
  page: null,
  page_files: null,
  translations: {},
})
