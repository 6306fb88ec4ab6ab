/**
 * Keeps the thread that indexes running while there is work, starts it again when there is more or after it failed, and
 * knows how far it has come.
 */
import type { Worker } from 'node:worker_threads'
import { SteadyTimer } from '../base/steady-timer.ts'
import type { Logger } from '../contract/log-entry.ts'
import { lastWriteTo } from '../mac/last-write.ts'
import { messagesPaths } from '../mac/messages-paths.ts'
import { type FromIndexThread, type IndexStatus, type IndexThreadData, longestPollMs, type Rest } from './protocol.ts'
import { ended } from './questions.ts'
import { startThread } from './thread.ts'

const restartMs = 5_000
/** Three times the nursery: with four megabytes of it, what was read of a page of rows is garbage before it is looked at. */
const resourceLimits = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 12 }

const notYet: IndexStatus = { state: 'building', indexed: 0, total: 0, reason: null, isComplete: false }

export class IndexKeeper {
  readonly #data: IndexThreadData
  readonly #log: Logger
  #status = notYet
  #thread: Worker | undefined
  #restart: NodeJS.Timeout | undefined
  /** The state in which the last thread left the index, while there is none for want of work. */
  #rest: Rest | undefined
  #watching: SteadyTimer | undefined
  #isStopped = false

  constructor(data: IndexThreadData, log: Logger) {
    this.#data = data
    this.#log = log
  }

  get status(): IndexStatus {
    return this.#status
  }

  /** Does nothing after a stop. */
  start(): void {
    if (this.#isStopped || this.#thread !== undefined) return
    this.#watching?.stop()
    const workerData: IndexThreadData = { ...this.#data, sweptAtMs: this.#sweptAtMs() }
    this.#rest = undefined
    const started = startThread('index-thread', { workerData, resourceLimits })
    this.#thread = started
    started.on('message', (message: FromIndexThread) => {
      if (message.type === 'warn') this.#log.warn(message.msg)
      else if (message.type === 'resting') this.#rest = message
      else this.#note(message.status)
    })
    started.on('error', (error) => this.#log.error(`The search index thread failed: ${(error as Error).message}`))
    started.on('exit', () => {
      if (this.#thread !== started) return
      this.#thread = undefined
      if (this.#rest !== undefined) this.#log.debug('The search index rests until Messages writes.')
      if (this.#rest === undefined) this.#restart = setTimeout(() => this.start(), restartMs).unref()
      else this.#startAfter(this.#rest)
    })
  }

  /** The content of another file has to be compared anew. */
  #sweptAtMs(): number | undefined {
    const { files } = lastWriteTo(messagesPaths(this.#data.home).database)
    return this.#rest?.lastWrite.files === files ? this.#rest.sweptAtMs : undefined
  }

  /** Starts the thread after the next write, and now and then without one, since it compares all messages at times. */
  #startAfter(rest: Rest): void {
    const { home, pollMs, pace } = this.#data
    const { database } = messagesPaths(home)
    const untilMs = performance.now() + pace.sweepEveryMs
    this.#watching = new SteadyTimer(Math.min(pollMs, longestPollMs), () => {
      if (performance.now() >= untilMs || lastWriteTo(database).write !== rest.lastWrite.write) this.start()
    }).unref()
  }

  /** Makes the index anew, since a query has found it damaged. */
  reportDamage(): void {
    if (this.#rest !== undefined) this.start()
    this.#thread?.postMessage({ type: 'damaged' })
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    clearTimeout(this.#restart)
    this.#watching?.stop()
    const last = this.#thread
    this.#thread = undefined
    await ended(last, { type: 'stop' })
  }

  #note(next: IndexStatus): void {
    const before = this.#status
    if (!before.isComplete && next.isComplete) this.#log.info('All messages can be searched.')
    if (next.reason !== null && next.reason !== before.reason) this.#log.warn(`Search waits: ${next.reason}`)
    this.#status = next
  }
}
