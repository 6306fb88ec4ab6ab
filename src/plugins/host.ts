/** The plugin host: builds its parts and gives the bridge one interface to them. */
import { join } from 'node:path'
import { type Clock, systemClock } from '../base/clock.ts'
import { Config } from '../contract/config.ts'
import { typedPlaces } from '../domain/egress-places.ts'
import { isSwitchedOn } from '../domain/plugin-switch.ts'
import { type Conversations, journalConversations } from '../store/journal/conversations.ts'
import { journalDeliveries } from '../store/journal/deliveries.ts'
import { type Counts, deliveryCounts } from '../store/journal/delivery-counts.ts'
import { deliveryRetention } from '../store/journal/delivery-retention.ts'
import { journalHappenings } from '../store/journal/happenings.ts'
import { journalIntegrations } from '../store/journal/integrations.ts'
import { serviceDir } from '../store/service-dir.ts'
import { webPort } from '../store/web-address.ts'
import { answerCalls, type Calls } from './calls/answer-calls.ts'
import { pluginCalls } from './calls/plugin-calls.ts'
import { createCatalog, type Plugin } from './catalog.ts'
import { consentGate } from './consent-gate.ts'
import { createCorePlugins } from './core/core-plugins.ts'
import { type Transform, transformBytes } from './core/transforms.ts'
import { createDispatcher, type Dispatcher } from './dispatcher.ts'
import { createEgress } from './egress/egress.ts'
import { eventFeed } from './events/event-feed.ts'
import { ownSends } from './events/own-sends.ts'
import { pluginEvents } from './events/plugin-events.ts'
import { residentMemory } from './isolation/resident-memory.ts'
import { findWall } from './isolation/wall.ts'
import { createLanes } from './lanes.ts'
import type { PluginHost, PluginHostDeps } from './plugin-host.ts'
import { misfitRecord, type NotedPlugin, pluginRecord } from './plugin-record.ts'
import { hostedTier } from './protocol.ts'
import { createReconciler } from './reconciler.ts'
import type { Settings } from './settings.ts'
import { createSettlements } from './settlements.ts'
import { createStatusBoard } from './status-board.ts'
import { type Supervisor, supervisePlugin } from './supervisor.ts'
import { createJumpDetector } from './time-jump.ts'

const tickMs = 500
/**
 * The number of ticks between scans of the plugin folders, between sweeps of old deliveries, and between checks of
 * memory.
 */
const ticksBetween = { weighings: 4, looks: 10, sweeps: 120 }
/**
 * Far less than launchd waits before it kills, and enough for an answer that is under way on a busy Mac. A delivery
 * that is cut off comes twice.
 */
const stopGraceMs = 8_000
const defaultMessageFailures: number = Config.properties.relay.properties.attempts_per_message.default
const ourBundle = join(import.meta.dirname, '..', 'integrations')

export function createPluginHost(deps: PluginHostDeps): PluginHost {
  const { paths, log, clock = systemClock } = deps
  const { rows, retention, deliveries, core, startPlugin, settlements, egress, wall, happenings, limits } =
    partsOf(deps)
  const folders = { serviceDir: paths.serviceDir, bundledDir: paths.bundledDir ?? ourBundle }
  const catalog = createCatalog(folders, { log, clock, wall, reserved: core.names })
  const reconciler = createReconciler({ log, mayStart: consentGate(deps.consents, log), start: startPlugin })
  const writeStatus = createStatusBoard(rows, log)
  const jumped = createJumpDetector(clock, tickMs)
  const events = eventFeed(happenings, log)
  let configured: Config['integrations'] = {}
  let configuredPort: number | undefined
  let ticks = 0

  const isEnabled = (name: string): boolean => isSwitchedOn(configured, name)
  const enabled = (): Plugin[] => catalog.plugins().filter(({ manifest }) => isEnabled(manifest.name))
  const align = (): void => {
    const isChanged = core.reconcile(configured)
    writeStatus(records(), clock.nowMs())
    reconciler.align(enabled(), configured)
    // Deliveries on which a transform failed may succeed now.
    if (isChanged) for (const supervisor of reconciler.all()) supervisor.retryNow()
  }

  const records = (counts?: Map<string, Counts>): NotedPlugin[] => [
    ...core.records(),
    ...catalog.plugins().map((plugin) => {
      const { name } = plugin.manifest
      return pluginRecord(plugin, {
        enabled: isEnabled(name),
        ...reconciler.stateOf(plugin),
        counts: counts?.get(name),
      })
    }),
    ...catalog.misfits().map(misfitRecord),
  ]

  /** The web process may listen on another port than the configured one, and may start at any time. */
  const guardWebPort = (): void => {
    if (configuredPort !== undefined) egress.setOwnPort(webPort(serviceDir(paths.serviceDir), configuredPort))
  }

  const look = async (): Promise<void> => {
    await catalog.refresh().catch((error: Error) => log.warn(`Plugins cannot be looked for: ${error.message}`))
    align()
  }

  const tick = (): void => {
    ticks++
    if (jumped()) for (const supervisor of reconciler.all()) supervisor.wake()
    if (deliveries.changedElsewhere()) for (const supervisor of reconciler.all()) supervisor.reload()
    for (const supervisor of reconciler.all()) supervisor.tick()
    events.look(reconciler.all())
    guardWebPort()
    if (ticks % ticksBetween.weighings === 0) void weigh(reconciler.all())
    if (ticks % ticksBetween.looks === 0) void look()
    if (ticks % ticksBetween.sweeps === 1) sweep()
    writeStatus(records(), clock.nowMs())
  }

  const sweep = (): void => {
    const names = enabled().map(({ manifest }) => manifest.name)
    try {
      retention.expire(names, clock.nowMs())
      retention.prune(clock.nowMs())
    } catch (error) {
      log.warn(`Old deliveries cannot be removed now: ${(error as Error).message}`)
    }
  }

  const firstLook = look()
  const timer = setInterval(tick, tickMs)

  return {
    reconcile({ integrations, web, relay }) {
      configured = integrations
      if (relay !== undefined) limits.messageFailures = relay.attempts_per_message
      configuredPort = web?.port ?? configuredPort
      guardWebPort()
      align()
    },
    known: () => firstLook,
    enabled: () => enabled().map(({ manifest: { name, tier } }) => ({ name, tier })),
    enqueue({ guid, conversation }, nowMs) {
      for (const { manifest } of enabled())
        deliveries.enqueue({ integration: manifest.name, guid, conversation, nowMs })
    },
    kick() {
      for (const supervisor of reconciler.all()) supervisor.kick()
      events.look(reconciler.all())
    },
    records: () => records(deliveryCounts(deps.journal)()),
    async stop({ graceMs = stopGraceMs } = {}) {
      clearInterval(timer)
      await reconciler.stop(graceMs)
      egress.stop()
      await core.stop()
      settlements.close()
      writeStatus(records(), clock.nowMs())
    },
  }
}

function partsOf(deps: PluginHostDeps) {
  const { journal, installKey, paths, log, mirror, clock = systemClock } = deps
  const deliveries = journalDeliveries(journal, installKey)
  const conversations = journalConversations(journal, installKey)
  const rows = journalIntegrations(journal)
  const happenings = journalHappenings(journal)
  const settlements = createSettlements({ deliveries, clock, log })
  const dataDirOf = (name: string) => join(paths.serviceDir, 'plugins', name)
  const core = createCorePlugins({ classes: deps.core, log, mirror, dataDirOf })
  const egress = createEgress({ serviceDir: paths.serviceDir, audit: deps.calls.audit, log })
  const wall = findWall()
  /** Limits as the settings have them. */
  const limits = { messageFailures: defaultMessageFailures }
  void wall.then(
    ({ missing }) => missing !== null && log.warn(`Plugins run without a sandbox of the system: ${missing}.`),
  )
  const startPlugin = (plugin: Plugin, settings: Settings, configured: Settings): Supervisor => {
    const { name, tier, network: declared, settings_schema } = plugin.manifest
    const lanes = createLanes({ integration: name, deliveries, flush: settlements.flush })
    const transforms = () => core.transformsFor(name)
    const own = ownSends()
    const dispatcher = createDispatcher({
      ...{ integration: name, tier, lanes, settlements, conversations, transforms, clock },
      mostMessageFailures: () => limits.messageFailures,
      log: log.as(name),
    })
    return supervisePlugin({
      plugin,
      settings,
      dataDir: dataDirOf(name),
      wall,
      egress,
      places: { declared, typed: typedPlaces(settings_schema, configured) },
      dispatcher,
      calls: callsOf(plugin, dispatcher, { ...deps, conversations, transforms, clock, onSent: own.add }),
      tell: pluginEvents({
        ...{ plugin: name, tier: hostedTier(tier), happenings, conversations, transforms },
        textOf: deps.calls.textOf,
        conversationOfSend: own.conversationOf,
      }),
      rows,
      clock,
      log,
      mirror: (event, fields) => mirror(name, event, fields),
    })
  }
  const retention = deliveryRetention(journal)
  return { rows, retention, deliveries, core, startPlugin, settlements, egress, wall, happenings, limits }
}

async function weigh(supervisors: readonly Supervisor[]): Promise<void> {
  const pids = supervisors.map((supervisor) => supervisor.pid()).filter((pid) => pid !== undefined)
  if (pids.length === 0) return
  const sizes = await residentMemory(pids)
  for (const supervisor of supervisors) supervisor.weighed(sizes)
}

interface CallParts extends Pick<PluginHostDeps, 'calls' | 'log'> {
  conversations: Conversations
  transforms(): readonly Transform[]
  onSent(sendId: string, conversationId: string): void
  clock: Clock
}

function callsOf({ manifest }: Plugin, { handed, prolong }: Dispatcher, parts: CallParts): Calls {
  const { calls: services, log, conversations, transforms, onSent, clock } = parts
  const { name: plugin, tier } = manifest
  const attachment = async (deliveryId: string, index: number) => {
    const guid = handed(deliveryId)?.attachments[index]?.guid
    const file = guid === undefined ? undefined : services.attachmentBytes(guid)
    return file && transformBytes(file, transforms())
  }
  const { answers, reset } = pluginCalls({ plugin, services, conversations, attachment, onSent, clock })
  return answerCalls({ plugin, tier: hostedTier(tier), answers, reset, prolong, audit: services.audit, log })
}
