/**
 * Gives commands access to plugins and settings through the files that all processes share. It needs neither the web
 * process nor a key, and a running bridge follows within two seconds.
 */

import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { setPaused } from '../actions/pause-plugin.ts'
import { type PluginServices, pluginRecords } from '../actions/plugin-records.ts'
import { switchPlugin } from '../actions/switch-plugin.ts'
import { systemClock } from '../base/clock.ts'
import { corePlugins } from '../bridge/core/core-plugins.ts'
import { silentLog } from '../contract/log-entry.ts'
import type { PluginRecord } from '../contract/plugin.ts'
import { missingSettings } from '../domain/plugin-settings.ts'
import { ServiceError } from '../domain/service-error.ts'
import { Catalog } from '../plugins/catalog.ts'
import { CorePlugins } from '../plugins/core/core-plugins.ts'
import { findWall } from '../plugins/isolation/wall.ts'
import { misfitRecord, pluginRecord } from '../plugins/plugin-record.ts'
import { rowOf } from '../plugins/status-board.ts'
import { type AuditLog, openAuditLog } from '../store/audit-log.ts'
import { bridgeSigns } from '../store/bridge-signs.ts'
import { loadConfig } from '../store/config-in-force.ts'
import { isAlive } from '../store/heartbeat.ts'
import { installKey } from '../store/install-key.ts'
import { type DeadLetterChanges, deadLetterChanges } from '../store/journal/dead-letters.ts'
import { type DeliveryChanges, deliveryChanges } from '../store/journal/delivery-changes.ts'
import type { IntegrationRow } from '../store/journal/integrations.ts'
import { type JournalReader, readJournal } from '../store/journal/reader.ts'
import { type PausedPlugins, pausedPlugins } from '../store/paused-plugins.ts'
import { type PluginConsents, pluginConsents } from '../store/plugin-consents.ts'
import { type KnownConversations, knownConversations } from '../store/plugin-pages/known-conversations.ts'
import { readPid } from '../store/process-lock.ts'
import { prepareServiceDir, type ServiceDir, serviceDir } from '../store/service-dir.ts'
import { openSettings, type Settings } from '../store/settings.ts'
import { type ThemeFolder, themeFolder } from '../store/theme-folder.ts'
import { readEnvironment } from './environment.ts'

export interface LocalService {
  dir: ServiceDir
  settings: Settings
  journal: JournalReader
  dead: DeadLetterChanges
  deliveryChanges: DeliveryChanges
  pausedPlugins: PausedPlugins
  pluginPages: { conversations: KnownConversations }
  consents: PluginConsents
  audit: AuditLog
  themes: ThemeFolder
  isBridgeAlive(): boolean
  /** Makes the next call search the disk again. */
  forget(): void
  /** Sorted by name. Without a bridge the plugins are searched on the disk. */
  records(): Promise<PluginRecord[]>
  /** Throws `plugin_not_found`. */
  record(name: string): Promise<PluginRecord>
  /** Throws `plugin_not_found`. */
  setPaused(name: string, paused: boolean): Promise<PluginRecord>
  /** Waits until a running bridge has followed. Throws `settings_missing`. */
  switch(name: string, enabled: boolean): Promise<PluginRecord>
}

/** The bridge searches the disk every five seconds and follows the settings within two. */
const foundWithinMs = 6_000
const followedWithinMs = 12_000
const pollMs = 100
const settled: readonly string[] = ['running', 'failed', 'waiting', 'invalid']
const stopped: readonly string[] = ['off', 'invalid']

export async function withLocalService<T>(work: (service: LocalService) => Promise<T>): Promise<T> {
  const dir = serviceDir(readEnvironment().base)
  prepareServiceDir(dir)
  const inForce = loadConfig(dir)
  if (inForce.problem !== undefined) throw inForce.problem
  const settings = openSettings(dir, inForce, silentLog)
  const journal = readJournal(dir.journalFile)
  try {
    return await work(openLocalService(dir, settings, journal))
  } finally {
    settings.close()
    journal.close()
  }
}

function openLocalService(dir: ServiceDir, settings: Settings, journal: JournalReader): LocalService {
  const bridge = bridgeSigns({ dir, journal, mirrorFile: () => null })
  const pauses = pausedPlugins(dir.pausedDir)
  const [consents, audit] = [pluginConsents(dir.consentsDir), openAuditLog({ path: dir.auditFile })]
  // A bridge that has just ended still has a young heartbeat.
  const isBridgeAlive = () => isAlive(bridge.lastHeartbeatS(), Date.now()) && readPid(dir.pidFile) !== undefined
  let onDisk: ReturnType<JournalReader['integrations']> | undefined

  const services = async (): Promise<PluginServices> => {
    const paused = { pausedPlugins: pauses, nowMs: Date.now }
    if (isBridgeAlive()) return { journal, settings, bridge, ...paused }
    onDisk ??= await rowsOnDisk(dir.base)
    const rows = onDisk
    const ended = { ...bridge, lastHeartbeatS: () => undefined }
    return { journal: { ...journal, integrations: () => rows }, settings, bridge: ended, ...paused }
  }
  const records = async () => pluginRecords(await services()).toSorted((a, b) => a.name.localeCompare(b.name))
  const named = async (name: string) => (await records()).find((one) => one.name === name)
  const until = async (isSo: (record: PluginRecord | undefined) => boolean, name: string, withinMs: number) => {
    const end = performance.now() + withinMs
    while (isBridgeAlive() && !isSo(await named(name)) && performance.now() < end) await pause(pollMs)
    return named(name)
  }

  return {
    dir,
    settings,
    journal,
    consents,
    audit,
    isBridgeAlive,
    records,
    themes: themeFolder(dir.themesDir, silentLog),
    dead: deadLetterChanges(dir.journalFile),
    deliveryChanges: deliveryChanges(dir.journalFile),
    pausedPlugins: pauses,
    pluginPages: { conversations: knownConversations(installKey(dir.installKeyFile)) },
    forget() {
      onDisk = undefined
    },
    async record(name) {
      const record = await named(name)
      if (record === undefined) throw new ServiceError('plugin_not_found', `There is no plugin ${name}.`)
      return record
    },
    setPaused: async (name, paused) =>
      setPaused({ name, paused, principal: 'command' }, { ...(await services()), audit }),
    async switch(name, enabled) {
      const record = await until((record) => record !== undefined, name, foundWithinMs)
      if (enabled && record !== undefined) requireSettings(record, settings)
      const switched = switchPlugin({ name, enabled, principal: 'command' }, { ...(await services()), consents, audit })
      const isFollowed = (status = '') => (enabled ? settled : stopped).includes(status)
      return (await until((record) => isFollowed(record?.status), name, followedWithinMs)) ?? switched
    },
  }
}

/** A plugin without required settings fails at its start, which nobody sees at this terminal while no bridge runs. */
function requireSettings({ name, settings_schema: schema }: PluginRecord, settings: Settings): void {
  const missing = missingSettings(settings.current().integrations[name] ?? {}, schema)
  if (missing.length === 0) return
  const listed = missing.join(', ')
  throw new ServiceError('settings_missing', `${name} cannot be enabled without its settings: ${listed}.`, {
    set: missing.map((key) => `service config set integrations.${name}.${key} <value>`),
  })
}

const bundledDir = join(import.meta.dirname, '..', 'integrations')

const off = { enabled: false, status: 'off', lastError: null, counts: undefined } as const

/** Lists the plugins on the disk, as the bridge would if it ran. */
async function rowsOnDisk(base: string): Promise<IntegrationRow[]> {
  const parts = new CorePlugins({ classes: corePlugins, log: silentLog, mirror() {}, dataDirOf: () => base })
  const catalog = new Catalog(
    { bundledDir, serviceDir: base },
    { log: silentLog, clock: systemClock, wall: findWall(), reserved: parts.names },
  )
  await catalog.refresh()
  const found = catalog.plugins.map((plugin) => {
    const { violation } = plugin
    return pluginRecord(plugin, violation === null ? off : { ...off, status: 'invalid', lastError: violation })
  })
  return [...parts.records(), ...found, ...catalog.misfits.map(misfitRecord)].map(rowOf)
}
