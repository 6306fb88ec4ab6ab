/** Hosts plugins: finds them, runs those that are switched on, and queues every relayed message for them. */

import { join } from 'node:path'
import { type Clock, systemClock } from '../base/clock.ts'
import { SteadyTimer } from '../base/steady-timer.ts'
import { Config } from '../contract/config.ts'
import type { Logger } from '../contract/log-entry.ts'
import { typedHosts } from '../domain/permitted-hosts.ts'
import { isSwitchedOn } from '../domain/plugin-configuration.ts'
import type { Tier } from '../plugin-api/index.ts'
import { type Conversations, journalConversations } from '../store/journal/conversations.ts'
import { type Deliveries, journalDeliveries } from '../store/journal/deliveries.ts'
import { type Counts, deliveryCounts } from '../store/journal/delivery-counts.ts'
import { type Happenings, journalHappenings } from '../store/journal/happenings.ts'
import { type IntegrationRows, journalIntegrations } from '../store/journal/integrations.ts'
import type { OpenJournal } from '../store/journal/open.ts'
import { type DeliveryRetention, deliveryRetention } from '../store/journal/retention.ts'
import type { PausedPlugins } from '../store/paused-plugins.ts'
import type { PluginConsents } from '../store/plugin-consents.ts'
import { serviceDir } from '../store/service-dir.ts'
import { webPort } from '../store/web-address.ts'
import { CallHandlers } from './calls/call-handlers.ts'
import { CallServer } from './calls/call-server.ts'
import type { AttachmentBytes, CallServices } from './calls/services.ts'
import { Catalog, type Plugin } from './catalog.ts'
import { consentGate } from './consent-gate.ts'
import { ConversationQueues } from './conversation-queues.ts'
import type { CorePluginClass } from './core/core-plugin.ts'
import { CorePlugins } from './core/core-plugins.ts'
import { transformBytes } from './core/transforms.ts'
import { Dispatcher } from './dispatcher.ts'
import { Egress } from './egress/egress.ts'
import { HappeningsFeed } from './events/happenings-feed.ts'
import { PluginEvents } from './events/plugin-events.ts'
import { residentMemory } from './isolation/resident-memory.ts'
import { findWall, type Wall } from './isolation/wall.ts'
import { misfitRecord, type NotedPlugin, NotedRecords, pluginRecord } from './plugin-record.ts'
import { hostedTier } from './protocol.ts'
import { Reconciler } from './reconciler.ts'
import type { Settings } from './settings.ts'
import { Settlements } from './settlements.ts'
import { StatusBoard } from './status-board.ts'
import { PluginSupervisor } from './supervisor.ts'
import { JumpDetector } from './time-jump.ts'

/** An integration that gets a delivery of every relayed message. */
interface EnabledIntegration {
  name: string
  tier: Tier
}

interface PluginPaths {
  /** The path of ~/.service. */
  serviceDir: string
  /** The folder of the bundled integrations; the default is our own `src/integrations`. */
  bundledDir?: string
}

export interface PluginHostDeps {
  journal: OpenJournal['db']
  /** The 32 bytes of state/install.key. */
  installKey: Uint8Array
  paths: PluginPaths
  log: Logger
  /** Appends to the debug mirror when one is configured. */
  mirror: (plugin: string, event: string, fields: Readonly<Record<string, unknown>>) => void
  /** The services that calls of plugins need. */
  calls: CallServices
  /** The plugins of the core tier, in the order in which they transform messages. */
  core: readonly CorePluginClass[]
  /** The consents of the user to external plugins. */
  consents: Pick<PluginConsents, 'of' | 'put'>
  /** Tells which plugins are handed nothing for now. */
  paused: Pick<PausedPlugins, 'all'>
  clock?: Clock
  /** The sandbox of the system, once it was tried. */
  wall?: Promise<Wall>
}

const tickMs = 500
/**
 * The number of ticks between scans of the plugin folders, between sweeps of old deliveries, and between checks of
 * memory.
 */
const ticksBetween = { memoryChecks: 4, memoryChecksAtRest: 20, scans: 10, sweeps: 120 }
/**
 * Far less than launchd waits before it kills, and enough for an answer that is under way on a busy Mac. A delivery
 * that is cut off comes twice.
 */
const stopGraceMs = 8_000
const { attempts_per_message: attempts, deliveries_kept_days: keptDays } = Config.properties.relay.properties
const ourBundle = join(import.meta.dirname, '..', 'integrations')

export class PluginHost {
  readonly #deps: PluginHostDeps
  readonly #clock: Clock
  readonly #deliveries: Deliveries
  readonly #conversations: Conversations
  readonly #happenings: Happenings
  readonly #rows: IntegrationRows
  readonly #retention: DeliveryRetention
  readonly #settlements: Settlements
  readonly #core: CorePlugins
  readonly #egress: Egress
  readonly #wall: Promise<Wall>
  readonly #catalog: Catalog
  readonly #reconciler: Reconciler
  readonly #noted = new NotedRecords()
  readonly #statusBoard: StatusBoard
  readonly #events: HappeningsFeed
  readonly #jumps: JumpDetector
  readonly #firstScan: Promise<void>
  readonly #timer: SteadyTimer
  #configured: Config['integrations'] = {}
  #configuredPort: number | undefined
  #mostMessageFailures: number = attempts.default
  #keptDays: number = keptDays.default
  #paused: ReadonlySet<string> = new Set()
  #ticks = 0

  /** Starts looking for plugins; none of them runs before `reconcile` was called. */
  constructor(deps: PluginHostDeps) {
    const { journal, installKey, paths, log, clock = systemClock, wall = findWall() } = deps
    this.#deps = deps
    this.#clock = clock
    this.#deliveries = journalDeliveries(journal, installKey)
    this.#conversations = journalConversations(journal, installKey)
    this.#happenings = journalHappenings(journal)
    this.#rows = journalIntegrations(journal)
    this.#retention = deliveryRetention(journal)
    this.#settlements = new Settlements({ deliveries: this.#deliveries, clock, log })
    const dataDirOf = (name: string) => this.#dataDirOf(name)
    this.#core = new CorePlugins({ classes: deps.core, log, mirror: deps.mirror, dataDirOf })
    this.#egress = new Egress({ serviceDir: paths.serviceDir, audit: deps.calls.audit, log })
    this.#wall = wall
    void this.#wall.then(
      ({ missing }) => missing !== null && log.warn(`Plugins run without a sandbox of the system: ${missing}.`),
    )
    this.#catalog = new Catalog(
      { serviceDir: paths.serviceDir, bundledDir: paths.bundledDir ?? ourBundle },
      { log, clock, wall: this.#wall, reserved: this.#core.names },
    )
    this.#reconciler = new Reconciler({
      log,
      mayStart: consentGate(deps.consents, log),
      start: (plugin, settings, configured) => this.#startPlugin(plugin, settings, configured),
    })
    this.#statusBoard = new StatusBoard(this.#rows, log)
    this.#jumps = new JumpDetector(clock, tickMs)
    this.#events = new HappeningsFeed(this.#happenings, log)
    this.#readPauses()
    this.#firstScan = this.#scan()
    this.#timer = new SteadyTimer(tickMs, () => this.#tickUnlessAtRest())
  }

  /**
   * Starts and stops the difference between what the configuration wants and what runs. It costs little when nothing
   * changed.
   */
  reconcile({ integrations, web, relay }: Pick<Config, 'integrations'> & Partial<Pick<Config, 'web' | 'relay'>>): void {
    this.#configured = integrations
    if (relay !== undefined) {
      this.#mostMessageFailures = relay.attempts_per_message
      this.#keptDays = relay.deliveries_kept_days
    }
    this.#configuredPort = web?.port ?? this.#configuredPort
    this.#guardWebPort()
    this.#align()
  }

  /**
   * Resolves once every plugin on disk has been examined; until then `enabled` may miss one that was just installed.
   */
  known(): Promise<void> {
    return this.#firstScan
  }

  /**
   * The plugins that are enabled and fulfil the contract, in tier order (official, notify), whether or not they run
   * right now: each gets a delivery of every relayed message.
   */
  enabled(): EnabledIntegration[] {
    return this.#enabledPlugins().map(({ manifest: { name, tier } }) => ({ name, tier }))
  }

  /** Announces that the journal has new deliveries. It must not be called inside a transaction. */
  kick(): void {
    this.#readPauses()
    for (const supervisor of this.#reconciler.supervisors) supervisor.pump()
    this.#events.poll(this.#reconciler.supervisors)
  }

  records(): NotedPlugin[] {
    return this.#records(deliveryCounts(this.#deps.journal)())
  }

  /** Lets deliveries in flight finish for `graceMs`, then ends every runner. */
  async stop({ graceMs = stopGraceMs }: { graceMs?: number } = {}): Promise<void> {
    this.#timer.stop()
    await this.#reconciler.stop(graceMs)
    this.#egress.stop()
    await this.#core.stop()
    this.#settlements.close()
    this.#writeStatus()
  }

  /** Skips every other tick while no plugin does anything, so that an idle Mac is left alone. */
  #tickUnlessAtRest(): void {
    this.#ticks++
    const { supervisors } = this.#reconciler
    const areAtRest = supervisors.every(({ isAtRest }) => isAtRest)
    if (areAtRest && this.#ticks % 2 === 1) return
    this.#tick(supervisors)
    // On macOS each check is a program that is started.
    const every = areAtRest ? ticksBetween.memoryChecksAtRest : ticksBetween.memoryChecks
    if (this.#ticks % every === 0) void limitMemory(supervisors)
  }

  #tick(supervisors: readonly PluginSupervisor[]): void {
    this.#readPauses()
    if (this.#jumps.hasJumped()) for (const supervisor of supervisors) supervisor.wake()
    if (this.#deliveries.changedElsewhere()) for (const supervisor of supervisors) supervisor.reload()
    for (const supervisor of supervisors) supervisor.tick()
    this.#events.poll(supervisors)
    this.#guardWebPort()
    if (this.#ticks % ticksBetween.scans === 0) void this.#scan()
    if (this.#ticks % ticksBetween.sweeps === 2) this.#sweep()
    this.#writeStatus()
  }

  /** Reads which plugins are paused. If that fails, the last known state stays. */
  #readPauses(): void {
    try {
      this.#paused = this.#deps.paused.all()
    } catch (error) {
      if (this.#ticks % ticksBetween.sweeps === 0)
        this.#deps.log.warn(`Which plugins are paused cannot be read: ${(error as Error).message}`)
    }
  }

  async #scan(): Promise<void> {
    await this.#catalog
      .refresh()
      .catch((error: Error) => this.#deps.log.warn(`Plugins cannot be looked for: ${error.message}`))
    this.#align()
  }

  #align(): void {
    const isChanged = this.#core.reconcile(this.#configured)
    this.#writeStatus()
    this.#reconciler.align(this.#enabledPlugins(), this.#configured)
    // Deliveries on which a transform failed may succeed now.
    if (isChanged) for (const supervisor of this.#reconciler.supervisors) supervisor.retryNow()
  }

  /** The web process may listen on another port than the configured one, and may start at any time. */
  #guardWebPort(): void {
    if (this.#configuredPort === undefined) return
    this.#egress.setOwnPort(webPort(serviceDir(this.#deps.paths.serviceDir), this.#configuredPort))
  }

  #sweep(): void {
    const nowMs = this.#clock.nowMs()
    const names = this.#enabledPlugins().map(({ manifest }) => manifest.name)
    try {
      this.#retention.expire(names, nowMs)
      this.#retention.prune(nowMs, this.#keptDays)
    } catch (error) {
      this.#deps.log.warn(`Old deliveries cannot be removed now: ${(error as Error).message}`)
    }
  }

  #writeStatus(): void {
    this.#statusBoard.write(this.#records(), this.#clock.nowMs())
  }

  #records(counts?: Map<string, Counts>): NotedPlugin[] {
    const plugins = this.#catalog.plugins.map((plugin) => {
      const { name } = plugin.manifest
      const state = { enabled: this.#isEnabled(name), ...this.#reconciler.stateOf(plugin) }
      return counts === undefined
        ? this.#noted.of(plugin, state)
        : pluginRecord(plugin, { ...state, counts: counts.get(name) })
    })
    return [...this.#core.records(), ...plugins, ...this.#catalog.misfits.map(misfitRecord)]
  }

  #enabledPlugins(): Plugin[] {
    return this.#catalog.plugins.filter(({ manifest }) => this.#isEnabled(manifest.name))
  }

  #isEnabled(name: string): boolean {
    return isSwitchedOn(this.#configured, name)
  }

  #dataDirOf(name: string): string {
    return join(this.#deps.paths.serviceDir, 'plugins', name)
  }

  #startPlugin(plugin: Plugin, settings: Settings, configured: Settings): PluginSupervisor {
    const { log, mirror, calls } = this.#deps
    const { name, tier, network, settings_schema } = plugin.manifest
    const clock = this.#clock
    const conversations = this.#conversations
    const transforms = () => this.#core.transformsFor(name)
    const flush = () => this.#settlements.flush()
    const isPaused = () => this.#paused.has(name)
    const dispatcher = new Dispatcher({
      integration: name,
      tier,
      queues: new ConversationQueues({ integration: name, deliveries: this.#deliveries, flush }),
      settlements: this.#settlements,
      conversations,
      transforms,
      tests: () => this.#deliveries.tests(name),
      wanted: () => this.#deliveries.wanted(name),
      isPaused,
      messageAgain: calls.messageAgain,
      mostMessageFailures: () => this.#mostMessageFailures,
      log: log.as(name),
      clock,
    })
    const events = new PluginEvents({
      plugin: name,
      tier: hostedTier(tier),
      happenings: this.#happenings,
      conversations,
      transforms,
      textOf: calls.textOf,
    })
    const supervisor = new PluginSupervisor({
      plugin,
      settings,
      dataDir: this.#dataDirOf(name),
      wall: this.#wall,
      egress: this.#egress,
      hosts: { declared: network, typed: typedHosts(settings_schema, configured) },
      dispatcher,
      calls: this.#callServerFor(plugin, dispatcher, events),
      events,
      rows: this.#rows,
      clock,
      log,
      mirror: (event, fields) => mirror(name, event, fields),
      isPaused,
    })
    void supervisor.start()
    return supervisor
  }

  #callServerFor({ manifest }: Plugin, dispatcher: Dispatcher, events: PluginEvents): CallServer {
    const { calls: services, log } = this.#deps
    const { name, tier } = manifest
    const attachment = async (deliveryId: string, index: number): Promise<AttachmentBytes | undefined> => {
      const guid = dispatcher.messageOf(deliveryId)?.attachments[index]?.guid
      const file = guid === undefined ? undefined : await services.attachmentBytes(guid)
      return file && transformBytes(file, this.#core.transformsFor(name))
    }
    const handlers = new CallHandlers({
      plugin: name,
      services,
      conversations: this.#conversations,
      attachment,
      noteSend: (sendId, conversationId) => events.noteSend(sendId, conversationId),
      clock: this.#clock,
    })
    return new CallServer({
      plugin: name,
      tier: hostedTier(tier),
      handlers,
      prolong: (deliveryId) => dispatcher.prolong(deliveryId),
      audit: services.audit,
      log,
    })
  }
}

async function limitMemory(supervisors: readonly PluginSupervisor[]): Promise<void> {
  const pids = supervisors.map(({ pid }) => pid).filter((pid) => pid !== undefined)
  if (pids.length === 0) return
  const residentBytes = await residentMemory(pids)
  for (const supervisor of supervisors) supervisor.limitMemory(residentBytes)
}
