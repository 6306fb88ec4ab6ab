/** The process of one plugin: loads it, starts it, feeds it, and exits when the pipe to the host closes. */
import { flushCompileCache } from 'node:module'
import { join } from 'node:path'
import type { PluginEvent, StopReason } from '../../plugin-api/index.ts'
import { manifestOf } from '../plugin-contract.ts'
import type { HostFrame, RunnerFrame } from '../protocol.ts'
import { acksFile, openAckJournal } from './ack-journal.ts'
import { createAsking } from './asking.ts'
import { pluginContext } from './context.ts'
import { createDelivering, type Delivering } from './deliver.ts'
import { createFailureWords, type FailureWords, reasonOf } from './failure-words.ts'
import { hearEvents } from './hear-events.ts'
import { loadPlugin } from './load-plugin.ts'
import { installNetworkShim } from './network/shim.ts'
import { type HostPipe, openHostPipe } from './pipe.ts'

type Stage = Extract<RunnerFrame, { type: 'failed' }>['stage']
type Init = Extract<HostFrame, { type: 'init' }>

interface Running {
  delivering: Delivering
  trim(count: number): void
  hear(event: PluginEvent): void
  stop(graceMs: number, reason: StopReason): Promise<void>
}

/** How long work in flight may continue after the host is gone. */
const orphanGraceMs = 2_000
/** The least time that a plugin has to clean up after its work is aborted. */
const cleanUpMs = 150
/** No host grants more. */
const mostStopMs = 60_000

let running: Running | undefined
let stage: Stage = 'load'
let wordsOf: FailureWords = reasonOf

await installNetworkShim(process.argv[2])
const pipe: HostPipe = openHostPipe({ onFrame, onLost: () => void leave(orphanGraceMs, 'shutdown') })
const { ask, answered } = createAsking(pipe.send)
process.on('uncaughtException', (error) => fail(stage, error))

function onFrame(frame: HostFrame): void {
  switch (frame.type) {
    case 'describe':
      describe(frame.entry).catch((error) => fail(stage, error))
      break
    case 'init':
      start(frame).catch((error) => fail(stage, error))
      break
    case 'deliver':
      running?.delivering.deliver(frame)
      break
    case 'cancel':
      running?.delivering.cancel(frame.delivery_id)
      break
    case 'result':
    case 'refusal':
      answered(frame)
      break
    case 'event':
      running?.hear(frame.event as unknown as PluginEvent)
      break
    case 'trim':
      running?.trim(frame.count)
      break
    case 'ping':
      pipe.send({ type: 'pong' })
      break
    case 'stop':
      void leave(frame.grace_ms, frame.reason)
      break
  }
}

async function describe(entry: string): Promise<void> {
  pipe.send({ type: 'described', ...manifestOf(await loadPlugin(entry)) })
  exit(0)
}

async function start(init: Init): Promise<void> {
  // An error that prevents opening the journal may pass; a plugin that cannot be loaded stays so until its files
  // change.
  stage = 'start'
  const journal = openAckJournal(join(init.data_dir, acksFile))
  pipe.send({ type: 'hello', acked: journal.acked(), begun: [...journal.begun] })
  stage = 'load'
  const Plugin = await loadPlugin(init.entry)
  if (Plugin.NAME !== init.name || Plugin.TIER !== init.tier)
    throw new Error(`The module is ${Plugin.NAME} (${Plugin.TIER}) now, it was ${init.name} (${init.tier}).`)
  wordsOf = createFailureWords({
    isBundled: init.is_bundled,
    settings: init.settings,
    schema: Plugin.SETTINGS_SCHEMA,
  })
  const plugin = new Plugin()
  const stopping = new AbortController()
  const delivering = createDelivering({ plugin, journal, send: pipe.send, ask, wordsOf })
  running = {
    delivering,
    trim: journal.trim,
    hear: hearEvents(plugin, (error, event) => {
      pipe.send({ type: 'log', level: 'warn', msg: `on_event: ${wordsOf(error, [event])}` })
    }).hear,
    async stop(graceMs, reason) {
      const endMs = performance.now() + graceMs
      await within(graceMs, delivering.idle())
      stopping.abort()
      delivering.cancelAll()
      await within(cleanUpMs, delivering.idle())
      const leftMs = Math.min(Math.max(endMs - performance.now(), cleanUpMs), mostStopMs)
      await within(leftMs, Promise.resolve(plugin.stop(reason)))
    },
  }
  stage = 'start'
  await plugin.start(pluginContext(init, { send: pipe.send, ask, signal: stopping.signal }))
  // Writes the cache now and not at exit: a runner that is killed would leave nothing for the next one to start from.
  flushCompileCache()
  stage = 'run'
  pipe.send({ type: 'ready', wants_events: typeof plugin.on_event === 'function' })
}

let leaving = false

async function leave(graceMs: number, reason: StopReason): Promise<void> {
  if (leaving) return
  leaving = true
  await running?.stop(graceMs, reason).catch(() => undefined)
  exit(0)
}

function fail(stage: Stage, error: unknown): void {
  pipe.send({ type: 'failed', stage, reason: wordsOf(error, running?.delivering.handed() ?? []) })
  exit(1)
}

function exit(code: number): void {
  pipe.end(() => process.exit(code))
}

function within(limitMs: number, work: Promise<unknown>): Promise<unknown> {
  return Promise.race([work, new Promise((resolve) => setTimeout(resolve, limitMs))])
}
