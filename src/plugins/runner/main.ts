/** Runs as the process of one plugin: loads it, starts it, feeds it, and exits when the pipe to the host closes. */
import { flushCompileCache, registerHooks } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Integration, IntegrationClass, PluginEvent, StopReason } from '../../plugin-api/index.ts'
import { checkContract, manifestOf } from '../plugin-contract.ts'
import type { HostFrame, RunnerFrame } from '../protocol.ts'
import { AckJournal, acksFile } from './ack-journal.ts'
import { pluginContext } from './context.ts'
import { DeliveryHandler } from './delivery-handler.ts'
import { EventQueue } from './event-queue.ts'
import { createAnswerWords, createFailureWords, type FailureWords, reasonOf } from './failure-words.ts'
import { HostCalls } from './host-calls.ts'
import { HostPipe } from './host-pipe.ts'
import { installNetworkShim } from './network/shim.ts'

type Stage = Extract<RunnerFrame, { type: 'failed' }>['stage']
type Init = Extract<HostFrame, { type: 'init' }>

interface Running {
  plugin: Integration
  journal: AckJournal
  deliveries: DeliveryHandler
  events: EventQueue
  stopping: AbortController
}

/** How long work in flight may continue after the host is gone. */
const orphanGraceMs = 2_000
/** The least time that a plugin has to clean up after its work is aborted. */
const cleanUpMs = 150
/** No host grants more. */
const mostStopMs = 60_000

class PluginRunner {
  readonly #pipe: HostPipe
  readonly #calls: HostCalls
  #stage: Stage = 'load'
  #wordsOf: FailureWords = reasonOf
  #running: Running | undefined
  #isLeaving = false

  constructor() {
    const onLost = () => void this.#leave(orphanGraceMs, 'shutdown')
    this.#pipe = new HostPipe({ onFrame: (frame) => this.#receive(frame), onLost })
    this.#calls = new HostCalls(this.#send)
    process.on('uncaughtException', (error) => this.#fail(error))
  }

  readonly #send = (frame: RunnerFrame): boolean => this.#pipe.send(frame)

  #receive(frame: HostFrame): void {
    switch (frame.type) {
      case 'describe':
        this.#describe(frame.entry).catch((error) => this.#fail(error))
        break
      case 'init':
        this.#start(frame).catch((error) => this.#fail(error))
        break
      case 'deliver':
        this.#running?.deliveries.deliver(frame)
        break
      case 'cancel':
        this.#running?.deliveries.cancel(frame.delivery_id)
        break
      case 'result':
      case 'refusal':
        this.#calls.receive(frame)
        break
      case 'event':
        this.#running?.events.add(frame.event as unknown as PluginEvent)
        break
      case 'trim':
        this.#running?.journal.trim(frame.count)
        break
      case 'ping':
        this.#send({ type: 'pong' })
        break
      case 'stop':
        void this.#leave(frame.grace_ms, frame.reason)
        break
    }
  }

  async #describe(entry: string): Promise<void> {
    this.#send({ type: 'described', ...manifestOf(await loadPlugin(entry)) })
    this.#exit(0)
  }

  async #start(init: Init): Promise<void> {
    // An error that prevents opening the journal may pass; a plugin that cannot be loaded stays so until its files
    // change.
    this.#stage = 'start'
    const journal = new AckJournal(join(init.data_dir, acksFile))
    this.#send({ type: 'hello', acked: journal.acked, begun: [...journal.begun] })
    this.#stage = 'load'
    const Plugin = await loadPlugin(init.entry)
    if (Plugin.NAME !== init.name || Plugin.TIER !== init.tier)
      throw new Error(`The module is ${Plugin.NAME} (${Plugin.TIER}) now, it was ${init.name} (${init.tier}).`)
    const { is_bundled: isBundled, settings } = init
    const wordsOf = createFailureWords({ isBundled, settings, schema: Plugin.SETTINGS_SCHEMA })
    const answerWords = createAnswerWords({ settings, schema: Plugin.SETTINGS_SCHEMA })
    this.#wordsOf = wordsOf
    const plugin = new Plugin()
    const stopping = new AbortController()
    const send = this.#send
    const { ask } = this.#calls
    const events = new EventQueue(plugin, (error, event) => {
      send({ type: 'log', level: 'warn', msg: `on_event: ${wordsOf(error, [event])}` })
    })
    const deliveries = new DeliveryHandler({ plugin, journal, send, ask, wordsOf, answerWords })
    this.#running = { plugin, journal, deliveries, events, stopping }
    this.#stage = 'start'
    await plugin.start(pluginContext(init, { send, ask, signal: stopping.signal }))
    // Writes the cache now and not at exit: a runner that is killed would leave nothing for the next one to start from.
    flushCompileCache()
    this.#stage = 'run'
    send({ type: 'ready', wants_events: typeof plugin.on_event === 'function' })
  }

  async #leave(graceMs: number, reason: StopReason): Promise<void> {
    if (this.#isLeaving) return
    this.#isLeaving = true
    this.#running?.deliveries.beginNoMore()
    if (this.#running !== undefined) await stop(this.#running, graceMs, reason).catch(() => undefined)
    this.#exit(0)
  }

  #fail(error: unknown): void {
    const reason = this.#wordsOf(error, this.#running?.deliveries.messages ?? [])
    this.#send({ type: 'failed', stage: this.#stage, reason })
    this.#exit(1)
  }

  #exit(code: number): void {
    this.#pipe.end(() => process.exit(code))
  }
}

/** Lets deliveries in flight end, aborts those that do not, and stops the plugin. */
async function stop({ plugin, deliveries, stopping }: Running, graceMs: number, reason: StopReason): Promise<void> {
  const endMs = performance.now() + graceMs
  await within(graceMs, deliveries.idle())
  stopping.abort()
  deliveries.cancelAll()
  await within(cleanUpMs, deliveries.idle())
  const leftMs = Math.min(Math.max(endMs - performance.now(), cleanUpMs), mostStopMs)
  await within(leftMs, Promise.resolve(plugin.stop(reason)))
}

function within(limitMs: number, work: Promise<unknown>): Promise<unknown> {
  return Promise.race([work, new Promise((resolve) => setTimeout(resolve, limitMs))])
}

/** The name under which authors import our types and `DeliveryRefused`, wherever their folder lies. */
const publishedName = 'local-messaging-relay/plugin'
const pluginApi = new URL(
  `../../plugin-api/index${import.meta.filename.endsWith('.ts') ? '.ts' : '.js'}`,
  import.meta.url,
).href

/** Loads a plugin's module and checks it against the contract; rejects with a sentence that its author understands. */
async function loadPlugin(entry: string): Promise<IntegrationClass> {
  registerHooks({
    resolve: (specifier, context, next) =>
      specifier === publishedName ? { url: pluginApi, shortCircuit: true } : next(specifier, context),
  })
  const checked = checkContract((await import(pathToFileURL(entry).href)) as Record<string, unknown>)
  if ('violation' in checked) throw new Error(checked.violation)
  return checked.plugin
}

await installNetworkShim(process.argv[2])
new PluginRunner()
