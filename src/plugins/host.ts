/** The plugin host: brings what runs in line with what the configuration wants, and queues messages for those enabled. */
import { join } from 'node:path'
import type { Config, IntegrationConfig } from '../contract/config.ts'
import { journalConversations } from '../store/journal/conversations.ts'
import { journalDeliveries } from '../store/journal/deliveries.ts'
import { type Counts, deliveryRetention } from '../store/journal/delivery-retention.ts'
import { journalIntegrations } from '../store/journal/integrations.ts'
import { createCatalog, type Plugin } from './catalog.ts'
import { systemClock } from './clock.ts'
import { createDispatcher, type Dispatcher } from './dispatcher.ts'
import { createLanes } from './lanes.ts'
import type { PluginHost, PluginHostDeps, PluginRecord } from './plugin-host.ts'
import { misfitRecord, pluginRecord, rowOf } from './plugin-record.ts'
import { checkedSettings } from './settings.ts'
import { createSettlements } from './settlements.ts'
import { type Supervisor, supervisePlugin } from './supervisor.ts'
import { createJumpDetector } from './time-jump.ts'

const tickMs = 500
const ticksBetween = { looks: 10, sweeps: 1_200 }
const stopGraceMs = 700
const switchOffGraceMs = 3_000
const ourBundle = join(import.meta.dirname, '..', 'integrations')

/** A plugin that was started, until its process is gone. */
interface Running {
  /** What it was started with: settings, and files as far as they decide. */
  settings: string
  fingerprint: string
  supervisor: Supervisor
  dispatcher: Dispatcher
  stopping: boolean
}

export function createPluginHost(deps: PluginHostDeps): PluginHost {
  const { journal, installKey, paths, log, clock = systemClock } = deps
  const deliveries = journalDeliveries(journal, installKey)
  const conversations = journalConversations(journal, installKey)
  const retention = deliveryRetention(journal)
  const rows = journalIntegrations(journal)
  const settlements = createSettlements({ deliveries, clock, log })
  const catalog = createCatalog(
    { serviceDir: paths.serviceDir, bundledDir: paths.bundledDir ?? ourBundle },
    { log, clock },
  )
  const jumped = createJumpDetector(clock, tickMs)
  const running = new Map<string, Running>()
  const refusals = new Map<string, string>()
  /** As the journal has them; what it had of an earlier bridge is not known to be right. */
  const written = new Map(rows.list().map(({ name }) => [name, '']))
  let wanted: Config['integrations'] = {}
  let ticks = 0
  let stopped = false

  const isWanted = (name: string): boolean => wanted[name]?.enabled === true
  const enabled = () => catalog.plugins().filter(({ manifest }) => isWanted(manifest.name))

  const start = (plugin: Plugin, configured: IntegrationConfig): void => {
    const { name, tier, settings_schema } = plugin.manifest
    const checked = checkedSettings(settings_schema, configured)
    const refusal = plugin.violation ?? ('problem' in checked ? checked.problem : undefined)
    if (refusal !== undefined) refuse(name, refusal)
    if (refusal !== undefined || !('settings' in checked)) return
    refusals.delete(name)
    rows.put(rowOf(record(plugin)), clock.nowMs())
    const lanes = createLanes({ integration: name, deliveries, flush: settlements.flush })
    const dispatcher = createDispatcher({ integration: name, tier, lanes, settlements, conversations, clock })
    const supervisor = supervisePlugin({
      plugin,
      settings: checked.settings,
      dataDir: join(paths.serviceDir, 'plugins', name),
      dispatcher,
      rows,
      clock,
      log,
      mirror: (event, fields) => deps.mirror(name, event, fields),
    })
    const { fingerprint } = plugin.candidate
    running.set(name, { settings: JSON.stringify(configured), fingerprint, supervisor, dispatcher, stopping: false })
  }

  const refuse = (name: string, problem: string): void => {
    if (refusals.get(name) !== problem) log.error(`Plugin ${name} cannot be started: ${problem}`)
    refusals.set(name, problem)
  }

  const end = async (name: string, entry: Running): Promise<void> => {
    if (entry.stopping) return
    entry.stopping = true
    await entry.supervisor.stop(switchOffGraceMs)
    running.delete(name)
    align()
  }

  /** New settings always count; new files only for one that does not run, so that an upgrade in progress breaks nothing. */
  const isOutdated = (entry: Running, plugin: Plugin): boolean =>
    entry.settings !== JSON.stringify(wanted[plugin.manifest.name]) ||
    (entry.fingerprint !== plugin.candidate.fingerprint && entry.supervisor.status() === 'failed')

  const align = (): void => {
    if (stopped) return
    const keep = new Map(enabled().map((plugin) => [plugin.manifest.name, plugin]))
    for (const [name, entry] of running) {
      const plugin = keep.get(name)
      if (plugin === undefined || isOutdated(entry, plugin)) void end(name, entry)
    }
    for (const [name, plugin] of keep) if (!running.has(name)) start(plugin, wanted[name] ?? { enabled: false })
    for (const name of refusals.keys()) if (!keep.has(name)) refusals.delete(name)
  }

  const record = (plugin: Plugin, counts?: Map<string, Counts>): PluginRecord => {
    const { name } = plugin.manifest
    const entry = running.get(name)
    return pluginRecord(plugin, {
      enabled: isWanted(name),
      status: entry?.supervisor.status() ?? (refusals.has(name) ? 'failed' : 'off'),
      lastError: entry?.supervisor.lastError() ?? refusals.get(name) ?? plugin.violation,
      counts: counts?.get(name),
    })
  }

  const records = (counts?: Map<string, Counts>): PluginRecord[] => [
    ...catalog.plugins().map((plugin) => record(plugin, counts)),
    ...catalog.misfits().map(misfitRecord),
  ]

  /** For whoever lists plugins from another process; only what changed is written. */
  const writeRows = (): void => {
    const present = new Set<string>()
    for (const row of records().map(rowOf)) {
      const text = JSON.stringify(row)
      if (written.get(row.name) !== text) rows.put(row, clock.nowMs())
      written.set(row.name, text)
      present.add(row.name)
    }
    for (const name of written.keys()) if (!present.has(name) && written.delete(name)) rows.remove(name)
  }

  const tick = (): void => {
    ticks++
    if (jumped()) for (const { supervisor } of running.values()) supervisor.wake()
    for (const { supervisor } of running.values()) supervisor.tick()
    if (ticks % ticksBetween.looks === 0) void look()
    if (ticks % ticksBetween.sweeps === 1) sweep()
    writeRows()
  }

  const sweep = (): void => {
    retention.expire(
      enabled().map(({ manifest }) => manifest.name),
      clock.nowMs(),
    )
    retention.prune(clock.nowMs())
  }

  const look = (): Promise<void> => catalog.refresh().then(align)
  const firstLook = look()
  const timer = setInterval(tick, tickMs)

  return {
    reconcile({ integrations }) {
      wanted = integrations
      align()
    },
    known: () => firstLook,
    enabled: () => enabled().map(({ manifest: { name, tier } }) => ({ name, tier })),
    enqueue(message, nowMs) {
      for (const { manifest } of enabled())
        deliveries.enqueue({
          integration: manifest.name,
          guid: message.guid,
          conversation: message.conversation,
          nowMs,
        })
    },
    kick() {
      for (const { dispatcher } of running.values()) dispatcher.pump()
    },
    records: () => records(retention.counts()),
    async stop({ graceMs = stopGraceMs } = {}) {
      stopped = true
      clearInterval(timer)
      await Promise.all([...running.values()].map(({ supervisor }) => supervisor.stop(graceMs)))
      settlements.flush()
      running.clear()
      writeRows()
    },
  }
}
