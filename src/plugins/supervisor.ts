/** Keeps one enabled plugin running: starts it, restarts it with growing pauses, and reports its state. */
import { join } from 'node:path'
import type { Clock } from '../base/clock.ts'
import type { Logger } from '../contract/log-entry.ts'
import type { IsolationLayer, PluginStatus, PluginWait } from '../contract/plugin.ts'
import type { PermittedHosts } from '../domain/permitted-hosts.ts'
import { retryDelayMs, retrySchedule } from '../domain/retry-schedule.ts'
import type { PluginEvent, StopReason } from '../plugin-api/index.ts'
import { freeBytes } from '../store/disk-room.ts'
import type { Happening } from '../store/journal/happenings.ts'
import type { IntegrationRows } from '../store/journal/integrations.ts'
import { inspectOwned, prepareFolder } from '../store/owned-file.ts'
import { preparePluginCache } from './cache-folders.ts'
import type { CallServer } from './calls/call-server.ts'
import type { Plugin } from './catalog.ts'
import { type Dispatcher, isAnswer } from './dispatcher.ts'
import type { Egress, EgressSocket } from './egress/egress.ts'
import type { PluginEvents } from './events/plugin-events.ts'
import { layersAround } from './isolation/layers.ts'
import type { Wall } from './isolation/wall.ts'
import { PluginLog } from './plugin-log.ts'
import { type StartedProcess, startOf, untilGone } from './process-identity.ts'
import { hostedTier, type RunnerFrame } from './protocol.ts'
import { RateLimit } from './rate-limit.ts'
import { acksFile } from './runner/ack-journal.ts'
import { RunnerProcess } from './runner-process.ts'
import type { Settings } from './settings.ts'

export interface Waiting {
  for: PluginWait
  /** The time of the next attempt, if it is known. */
  nextAttemptMs: number | null
}

export interface SupervisorDeps {
  plugin: Plugin
  settings: Settings
  dataDir: string
  wall: Promise<Wall>
  egress: Pick<Egress, 'open'>
  hosts: PermittedHosts
  dispatcher: Dispatcher
  calls: CallServer
  events: Pick<PluginEvents, 'describe'>
  rows: Pick<IntegrationRows, 'putRunner' | 'runnerOf'>
  clock: Clock
  log: Logger
  mirror: (event: string, fields: Readonly<Record<string, unknown>>) => void
  /** Whether the plugin is handed nothing for now. */
  isPaused(): boolean
  random?: () => number
}

const startLimitMs = 30_000
const mostResidentMb = 200
const crashMemoryMs = 600_000
const mostCrashes = 5
const mirrorPerSecond = 20
/** The free space below which nothing works, without any fault of the plugin. */
const leastRoomBytes = 131_072
const roomCheckMs = 1_000
/** The time that the runner needs to clean up after its grace period, and the pause between SIGTERM and SIGKILL. */
const cleanUpMs = 300
const signalPauseMs = 150
const longestGraceMs = 60_000

export class PluginSupervisor {
  readonly #deps: SupervisorDeps
  readonly #output: PluginLog
  readonly #mirrorLimit: RateLimit
  readonly #gone = Promise.withResolvers<void>()
  #status: PluginStatus = 'starting'
  #restartWaitsFor: PluginWait = 'restart'
  #lastError: string | null = null
  #runner: RunnerProcess | undefined
  #bounds: { wall: Wall; egressSocket: EgressSocket | undefined } | undefined
  #crashesAtMs: number[] = []
  #restart: NodeJS.Timeout | undefined
  #startBeforeMs = 0
  #isUnloadable = false
  #isStopping = false
  #hearsEvents = false

  constructor(deps: SupervisorDeps) {
    const { plugin, clock, log } = deps
    this.#deps = deps
    this.#output = new PluginLog(log.as(plugin.manifest.name), clock.monotonicMs)
    this.#mirrorLimit = new RateLimit(mirrorPerSecond, clock.monotonicMs)
  }

  get status(): PluginStatus {
    return this.waiting === null ? this.#status : 'waiting'
  }

  /** Null unless its status is `waiting`. */
  get waiting(): Waiting | null {
    if (this.#status === 'waiting') return { for: this.#restartWaitsFor, nextAttemptMs: null }
    const retrying = this.#status === 'running' ? this.#deps.dispatcher.retrying : undefined
    return retrying === undefined ? null : { for: 'receiver', nextAttemptMs: retrying.nextAtMs }
  }

  get lastError(): string | null {
    return this.#lastError ?? this.#deps.dispatcher.lastError
  }

  /** The layers of isolation around its process; empty until that is known. */
  get isolation(): IsolationLayer[] {
    return this.#bounds === undefined ? [] : layersAround(this.#bounds.wall, this.#bounds.egressSocket !== undefined)
  }

  get pid(): number | undefined {
    return this.#runner?.pid
  }

  /** Whether its process runs and has nothing to do. */
  get isAtRest(): boolean {
    const { dispatcher } = this.#deps
    return this.#status === 'running' && this.#runner?.isAtRest === true && !dispatcher.isUnderWay
  }

  get wantsEvents(): boolean {
    return this.#status === 'running' && this.#hearsEvents && !this.#deps.isPaused()
  }

  /** Starts the plugin once the process that an earlier bridge started for it is gone. */
  async start(): Promise<void> {
    const { rows, plugin } = this.#deps
    const old = rows.runnerOf(plugin.manifest.name)
    if (old !== null) await untilGone(old)
    if (this.#isStopping) this.#gone.resolve()
    else this.#begin()
  }

  /** Resolves once the process is gone. */
  async stop(graceMs: number, reason: StopReason): Promise<void> {
    if (this.#isStopping) return this.#gone.promise
    this.#isStopping = true
    clearTimeout(this.#restart)
    // Nothing runs, and nothing is about to start; otherwise that start resolves it.
    if (this.#runner === undefined && (this.#restart !== undefined || this.#isUnloadable)) this.#gone.resolve()
    this.#runner?.send({ type: 'stop', grace_ms: Math.max(graceMs - cleanUpMs, 0), reason })
    const terminate = setTimeout(() => this.#runner?.kill('had to be ended', 'SIGTERM'), graceMs)
    const killAfterMs = Math.min(graceMs, longestGraceMs) + signalPauseMs
    const kill = setTimeout(() => this.#runner?.kill('had to be killed'), killAfterMs)
    await this.#gone.promise
    clearTimeout(terminate)
    clearTimeout(kill)
    this.#bounds?.egressSocket?.close()
  }

  /** Takes the memory that the processes of all plugins hold, by pid, and ends this one when it holds too much. */
  limitMemory(residentBytes: ReadonlyMap<number, number>): void {
    const megabytes = (residentBytes.get(this.pid ?? 0) ?? 0) / 1_048_576
    if (megabytes <= mostResidentMb) return
    this.#runner?.kill(`took ${Math.round(megabytes)} MB of memory, where ${mostResidentMb} are allowed`)
  }

  /** Describes what happened after a message, as far as this plugin may know it. */
  describeEvent(happening: Happening): Promise<PluginEvent | undefined> {
    return this.#deps.events.describe(happening)
  }

  sendEvent(event: PluginEvent): void {
    this.#runner?.send({ type: 'event', event: { ...event } })
  }

  /** Announces that there may be new deliveries. */
  pump(): void {
    this.#deps.dispatcher.pump()
  }

  /** Retries waiting deliveries now. */
  retryNow(): void {
    this.#deps.dispatcher.retryNow()
  }

  /** Handles deliveries that another process changed. */
  reload(): void {
    this.#deps.dispatcher.reload()
  }

  /** Called twice a second, and every second while all plugins are at rest. */
  tick(): void {
    this.#runner?.probe()
    if (this.#status === 'starting' && this.#deps.clock.monotonicMs() > this.#startBeforeMs)
      this.#runner?.kill(`did not start within ${startLimitMs / 1_000} s`)
    this.#deps.dispatcher.tick()
  }

  /** Handles a jump in time: a restart that waits happens now. */
  wake(): void {
    this.#startBeforeMs = this.#deps.clock.monotonicMs() + startLimitMs
    this.#deps.dispatcher.wake()
    if (this.#restart !== undefined) this.#begin()
  }

  #begin(): void {
    clearTimeout(this.#restart)
    this.#restart = undefined
    this.#isUnloadable = false
    this.#status = 'starting'
    this.#launch().catch((error: Error) => {
      if (this.#isStopping) this.#gone.resolve()
      else this.#comeBack(`it cannot be started: ${error.message}`)
    })
  }

  async #launch(): Promise<void> {
    const { plugin, dataDir, settings, clock } = this.#deps
    this.#bounds ??= { wall: await this.#deps.wall, egressSocket: await this.#openEgressSocket() }
    if (this.#isStopping) return this.#gone.resolve()
    const { wall, egressSocket } = this.#bounds
    const { cacheDir } = plugin
    const sandbox = { readable: plugin.candidate.readable, dataDir, cacheDir, egressSocket: egressSocket?.path }
    prepareFolder(dataDir)
    inspectOwned(join(dataDir, acksFile))
    preparePluginCache(cacheDir)
    this.#startBeforeMs = clock.monotonicMs() + startLimitMs
    const runner = new RunnerProcess({
      sandbox,
      wall,
      log: this.#output,
      clock,
      onFrame: (frame) => this.#receive(frame),
      onExit: (reason) => this.#handleExit(reason),
    })
    this.#runner = runner
    this.#remember(runner)
    const { name, tier } = plugin.manifest
    const { entry, origin } = plugin.candidate
    const identity = { entry, name, tier: hostedTier(tier), is_bundled: origin === 'bundled' }
    if (!runner.send({ type: 'init', ...identity, settings, data_dir: dataDir }))
      runner.kill('its settings are too large')
  }

  /** Opens no egress socket where the plugin has nowhere to go. */
  async #openEgressSocket(): Promise<EgressSocket | undefined> {
    const { plugin, hosts, egress } = this.#deps
    const isCutOff = hosts.declared.length + hosts.typed.length === 0
    return isCutOff ? undefined : await egress.open(plugin.manifest.name, hosts)
  }

  /**
   * Stores the process first without its start time: if the bridge dies before ps answers, the next bridge still waits
   * for this runner.
   */
  #remember({ pid }: RunnerProcess): void {
    if (pid === undefined) return
    this.#putRunner({ pid, started: '' })
    void startOf(pid).then((started) => {
      if (started !== undefined && this.pid === pid) this.#putRunner({ pid, started })
    })
  }

  #putRunner(runnerOrNone: StartedProcess | null): void {
    const { rows, plugin, log } = this.#deps
    const { name } = plugin.manifest
    try {
      rows.putRunner(name, runnerOrNone)
    } catch (error) {
      log.warn(`The process of plugin ${name} cannot be written down: ${(error as Error).message}`)
    }
  }

  #receive(frame: RunnerFrame): void {
    const { dispatcher, calls, mirror } = this.#deps
    if (frame.type === 'hello') dispatcher.takeOver(frame)
    else if (frame.type === 'ready') this.#handleReady(frame.wants_events)
    else if (frame.type === 'failed') this.#isUnloadable = frame.stage === 'load'
    else if (frame.type === 'log') this.#output.write(frame.level, frame.msg)
    else if (frame.type === 'mirror' && this.#mirrorLimit.take()) mirror(frame.event, frame.fields)
    else if (frame.type === 'retry_now') dispatcher.retryNow()
    else if (frame.type === 'answered') dispatcher.noteAnswer(frame)
    else if (frame.type === 'call' && this.#runner !== undefined) calls.take(frame, this.#runner)
    else if (isAnswer(frame)) dispatcher.receiveAnswer(frame)
  }

  #handleReady(wantsEvents: boolean): void {
    if (this.#status !== 'starting' || this.#runner === undefined) return
    const { plugin, dispatcher, log } = this.#deps
    this.#hearsEvents = wantsEvents
    this.#status = 'running'
    this.#lastError = null
    log.info(`Plugin ${plugin.manifest.name} runs.`)
    dispatcher.attach(this.#runner)
  }

  #handleExit(reason: string): void {
    const { plugin, dispatcher, calls, log } = this.#deps
    this.#runner = undefined
    this.#putRunner(null)
    calls.reset()
    dispatcher.detach(reason, !this.#isStopping && this.#hasRoom())
    this.#lastError = reason
    if (this.#isStopping) this.#gone.resolve()
    else if (this.#isUnloadable) {
      this.#status = 'failed'
      const { name } = plugin.manifest
      log.error(`Plugin ${name} cannot be loaded and waits for a change of its files or settings: ${reason}`)
    } else this.#comeBack(reason)
  }

  #comeBack(reason: string): void {
    this.#lastError = reason
    if (this.#hasRoom()) this.#comeBackLater(reason)
    else this.#comeBackOnceThereIsRoom(reason)
  }

  #comeBackLater(reason: string): void {
    const { plugin, clock, log, random = Math.random } = this.#deps
    const nowMs = clock.monotonicMs()
    this.#crashesAtMs = [...this.#crashesAtMs.filter((atMs) => nowMs - atMs < crashMemoryMs), nowMs]
    const crashes = this.#crashesAtMs.length
    const isBroken = crashes >= mostCrashes
    this.#status = isBroken ? 'failed' : 'waiting'
    this.#restartWaitsFor = 'restart'
    const delayMs = retryDelayMs(isBroken ? Number.POSITIVE_INFINITY : crashes, random)
    const delayS = Math.ceil(delayMs / 1_000)
    log.error(`Plugin ${plugin.manifest.name} ended and is started again in ${delayS} s: ${reason}`)
    this.#restart = setTimeout(() => this.#begin(), Math.min(delayMs, retrySchedule.longestWaitMs))
  }

  #comeBackOnceThereIsRoom(reason: string): void {
    const { plugin, log } = this.#deps
    this.#status = 'waiting'
    this.#restartWaitsFor = 'disk'
    log.error(`Plugin ${plugin.manifest.name} ended and is started again when the disk is no longer full: ${reason}`)
    this.#restart = setInterval(() => this.#hasRoom() && this.#begin(), roomCheckMs)
  }

  #hasRoom(): boolean {
    return (freeBytes(this.#deps.dataDir) ?? leastRoomBytes) >= leastRoomBytes
  }
}
