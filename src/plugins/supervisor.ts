/** Keeps one enabled plugin running: starts it, restarts it with growing pauses, and reports its state. */
import { join } from 'node:path'
import type { Clock } from '../base/clock.ts'
import type { Logger } from '../contract/log-entry.ts'
import type { IsolationLayer, PluginStatus, PluginWait } from '../contract/plugin.ts'
import type { Places } from '../domain/egress-places.ts'
import { retryDelayMs, retrySchedule } from '../domain/retry-schedule.ts'
import type { PluginEvent, StopReason } from '../plugin-api/index.ts'
import { freeBytes } from '../store/disk-room.ts'
import type { IntegrationRows } from '../store/journal/integrations.ts'
import { inspectOwned, prepareFolder } from '../store/owned-file.ts'
import { preparePluginCache } from './cache-folders.ts'
import type { Calls } from './calls/answer-calls.ts'
import type { Plugin } from './catalog.ts'
import { type Dispatcher, isAnswer } from './dispatcher.ts'
import type { Egress, EgressSocket } from './egress/egress.ts'
import type { TellPlugin } from './events/plugin-events.ts'
import { layersAround } from './isolation/layers.ts'
import type { Wall } from './isolation/wall.ts'
import { pluginLog } from './plugin-log.ts'
import { type StartedProcess, startOf, untilGone } from './process-identity.ts'
import { hostedTier, type RunnerFrame } from './protocol.ts'
import { createRateLimit } from './rate-limit.ts'
import { acksFile } from './runner/ack-journal.ts'
import { type RunnerProcess, startRunner } from './runner-process.ts'
import type { Settings } from './settings.ts'

export interface Supervisor {
  status(): PluginStatus
  /** Null unless its status is `waiting`. */
  waiting(): Waiting | null
  lastError(): string | null
  /** The layers of isolation around its process; empty until that is known. */
  isolation(): IsolationLayer[]
  pid(): number | undefined
  /** Takes the memory that the processes of all plugins hold, by pid, and ends this one when it holds too much. */
  weighed(residentBytes: ReadonlyMap<number, number>): void
  wantsEvents(): boolean
  /** Describes what happened after a message, as far as this plugin may know it. */
  tell: TellPlugin
  hand(event: PluginEvent): void
  /** Announces that there may be new deliveries. */
  kick(): void
  /** Retries waiting deliveries now. */
  retryNow(): void
  /** Handles deliveries that another process changed. */
  reload(): void
  /** Called twice a second. */
  tick(): void
  /** Handles a jump in time: a restart that waits happens now. */
  wake(): void
  /** Resolves once the process is gone. */
  stop(graceMs: number, reason: StopReason): Promise<void>
}

export interface Waiting {
  for: PluginWait
  /** When the next delivery is tried, where that is known. */
  nextAttemptMs: number | null
}

export interface SupervisorDeps {
  plugin: Plugin
  settings: Settings
  dataDir: string
  wall: Promise<Wall>
  egress: Pick<Egress, 'open'>
  places: Places
  dispatcher: Dispatcher
  calls: Calls
  tell: TellPlugin
  rows: Pick<IntegrationRows, 'putRunner' | 'runnerOf'>
  clock: Clock
  log: Logger
  mirror: (event: string, fields: Readonly<Record<string, unknown>>) => void
  random?: () => number
}

const startLimitMs = 30_000
const mostResidentMb = 200
const crashMemoryMs = 600_000
const mostCrashes = 5
const mirrorPerSecond = 20
/** With less free space than this nothing works, and it is not the plugin's fault. */
const leastRoomBytes = 131_072
const roomLookMs = 1_000
/** The time that the runner needs to clean up after its grace period, and the pause between SIGTERM and SIGKILL. */
const cleanUpMs = 300
const signalPauseMs = 150
const longestGraceMs = 60_000

export function supervisePlugin(deps: SupervisorDeps): Supervisor {
  const { plugin, dispatcher, calls, rows, clock, log, random = Math.random } = deps
  const { name, tier } = plugin.manifest
  const output = pluginLog(log.as(name), clock.monotonicMs)
  const mirrored = createRateLimit(mirrorPerSecond, clock.monotonicMs)
  let status: PluginStatus = 'starting'
  let restartWaitsFor: PluginWait = 'restart'
  let lastError: string | null = null
  let runner: RunnerProcess | undefined
  let bounds: { wall: Wall; egressSocket: EgressSocket | undefined } | undefined
  let crashes: number[] = []
  let restart: NodeJS.Timeout | undefined
  let startBeforeMs = 0
  let unloadable = false
  let stopping = false
  let hearsEvents = false
  const gone = Promise.withResolvers<void>()

  const hasRoom = (): boolean => (freeBytes(deps.dataDir) ?? leastRoomBytes) >= leastRoomBytes

  const start = (): void => {
    clearTimeout(restart)
    restart = undefined
    unloadable = false
    status = 'starting'
    launch().catch((error: Error) => {
      if (stopping) gone.resolve()
      else comeBack(`it cannot be started: ${error.message}`)
    })
  }

  const launch = async (): Promise<void> => {
    bounds ??= { wall: await deps.wall, egressSocket: await openEgressSocket() }
    if (stopping) return gone.resolve()
    const { wall, egressSocket } = bounds
    const own = { dataDir: deps.dataDir, cacheDir: plugin.cacheDir }
    const sandbox = { readable: plugin.candidate.readable, ...own, egressSocket: egressSocket?.path }
    prepareFolder(sandbox.dataDir)
    inspectOwned(join(sandbox.dataDir, acksFile))
    preparePluginCache(sandbox.cacheDir)
    startBeforeMs = clock.monotonicMs() + startLimitMs
    runner = startRunner({ sandbox, wall, log: output, clock, onFrame, onExit })
    remember(runner)
    const { settings, dataDir: data_dir } = deps
    const { entry, origin } = plugin.candidate
    const init = { entry, name, tier: hostedTier(tier), is_bundled: origin === 'bundled', settings, data_dir }
    if (!runner.send({ type: 'init', ...init })) runner.kill('its settings are too large')
  }

  /** Opens no egress socket where the plugin has nowhere to go. */
  const openEgressSocket = async (): Promise<EgressSocket | undefined> => {
    const { declared, typed } = deps.places
    return declared.length + typed.length === 0 ? undefined : await deps.egress.open(name, deps.places)
  }

  /**
   * Stores the process first without its start time: if the bridge dies before ps answers, the next bridge still waits
   * for this runner.
   */
  const remember = ({ pid }: RunnerProcess): void => {
    if (pid === undefined) return
    putRunner({ pid, started: '' })
    void startOf(pid).then((started) => {
      if (started !== undefined && runner?.pid === pid) putRunner({ pid, started })
    })
  }

  const putRunner = (runnerOrNone: StartedProcess | null): void => {
    try {
      rows.putRunner(name, runnerOrNone)
    } catch (error) {
      log.warn(`The process of plugin ${name} cannot be written down: ${(error as Error).message}`)
    }
  }

  const onFrame = (frame: RunnerFrame): void => {
    if (frame.type === 'hello') dispatcher.hello(frame)
    else if (frame.type === 'ready') ready(frame.wants_events)
    else if (frame.type === 'failed') unloadable = frame.stage === 'load'
    else if (frame.type === 'log') output.write(frame.level, frame.msg)
    else if (frame.type === 'mirror' && mirrored.take()) deps.mirror(frame.event, frame.fields)
    else if (frame.type === 'retry_now') dispatcher.retryNow()
    else if (frame.type === 'call' && runner !== undefined) calls.take(frame, runner)
    else if (isAnswer(frame)) dispatcher.answer(frame)
  }

  const ready = (wantsEvents: boolean): void => {
    if (status !== 'starting' || runner === undefined) return
    hearsEvents = wantsEvents
    status = 'running'
    lastError = null
    log.info(`Plugin ${name} runs.`)
    dispatcher.attach(runner)
  }

  const onExit = (reason: string): void => {
    runner = undefined
    putRunner(null)
    calls.reset()
    dispatcher.detach(reason, !stopping && hasRoom())
    lastError = reason
    if (stopping) gone.resolve()
    else if (unloadable) {
      status = 'failed'
      log.error(`Plugin ${name} cannot be loaded and waits for a change of its files or settings: ${reason}`)
    } else comeBack(reason)
  }

  const comeBack = (reason: string): void => {
    lastError = reason
    if (hasRoom()) comeBackLater(reason)
    else comeBackOnceThereIsRoom(reason)
  }

  const comeBackLater = (reason: string): void => {
    const nowMs = clock.monotonicMs()
    crashes = [...crashes.filter((atMs) => nowMs - atMs < crashMemoryMs), nowMs]
    const broken = crashes.length >= mostCrashes
    status = broken ? 'failed' : 'waiting'
    restartWaitsFor = 'restart'
    const delayMs = retryDelayMs(broken ? Number.POSITIVE_INFINITY : crashes.length, random)
    log.error(`Plugin ${name} ended and is started again in ${Math.ceil(delayMs / 1_000)} s: ${reason}`)
    restart = setTimeout(start, Math.min(delayMs, retrySchedule.longestWaitMs))
  }

  const comeBackOnceThereIsRoom = (reason: string): void => {
    status = 'waiting'
    restartWaitsFor = 'disk'
    log.error(`Plugin ${name} ended and is started again when the disk is no longer full: ${reason}`)
    restart = setInterval(() => hasRoom() && start(), roomLookMs)
  }

  const waiting = (): Waiting | null => {
    if (status === 'waiting') return { for: restartWaitsFor, nextAttemptMs: null }
    const retrying = status === 'running' ? dispatcher.retrying() : undefined
    return retrying === undefined ? null : { for: 'receiver', nextAttemptMs: retrying.nextAtMs }
  }

  const begin = async (): Promise<void> => {
    const old = rows.runnerOf(name)
    if (old !== null) await untilGone(old)
    if (stopping) gone.resolve()
    else start()
  }
  void begin()

  return {
    status: () => (waiting() === null ? status : 'waiting'),
    waiting,
    lastError: () => lastError ?? dispatcher.lastError(),
    isolation: () => (bounds === undefined ? [] : layersAround(bounds.wall, bounds.egressSocket !== undefined)),
    pid: () => runner?.pid,
    weighed(residentBytes) {
      const megabytes = (residentBytes.get(runner?.pid ?? 0) ?? 0) / 1_048_576
      if (megabytes <= mostResidentMb) return
      runner?.kill(`took ${Math.round(megabytes)} MB of memory, where ${mostResidentMb} are allowed`)
    },
    wantsEvents: () => status === 'running' && hearsEvents,
    tell: deps.tell,
    hand: (event) => void runner?.send({ type: 'event', event: { ...event } }),
    kick: dispatcher.pump,
    retryNow: dispatcher.retryNow,
    reload: dispatcher.reload,
    tick() {
      runner?.probe()
      if (status === 'starting' && runner !== undefined && clock.monotonicMs() > startBeforeMs)
        runner.kill(`did not start within ${startLimitMs / 1_000} s`)
      dispatcher.tick()
    },
    wake() {
      startBeforeMs = clock.monotonicMs() + startLimitMs
      dispatcher.wake()
      if (restart !== undefined) start()
    },
    async stop(graceMs, reason) {
      if (stopping) return gone.promise
      stopping = true
      clearTimeout(restart)
      // Nothing runs, and nothing is about to start; otherwise `begin` resolves it.
      if (runner === undefined && (restart !== undefined || unloadable)) gone.resolve()
      runner?.send({ type: 'stop', grace_ms: Math.max(graceMs - cleanUpMs, 0), reason })
      const terminate = setTimeout(() => runner?.kill('had to be ended', 'SIGTERM'), graceMs)
      const kill = setTimeout(() => runner?.kill('had to be killed'), Math.min(graceMs, longestGraceMs) + signalPauseMs)
      await gone.promise
      clearTimeout(terminate)
      clearTimeout(kill)
      bounds?.egressSocket?.close()
    },
  }
}
