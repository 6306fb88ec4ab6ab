/** Keeps the thread that indexes running, starts it again after it failed, and knows how far it has come. */
import type { Worker } from 'node:worker_threads'
import type { Logger } from '../contract/log-entry.ts'
import type { FromIndexThread, IndexStatus, IndexThreadData } from './protocol.ts'
import { ended } from './questions.ts'
import { startThread } from './thread.ts'

const restartMs = 5_000
const resourceLimits = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 6 }

const notYet: IndexStatus = { state: 'building', indexed: 0, total: 0, reason: null, isComplete: false }

export class IndexKeeper {
  readonly #data: IndexThreadData
  readonly #log: Logger
  #status = notYet
  #thread: Worker | undefined
  #restart: NodeJS.Timeout | undefined
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
    if (this.#isStopped) return
    const started = startThread('index-thread', { workerData: this.#data, resourceLimits })
    this.#thread = started
    started.on('message', (message: FromIndexThread) => {
      if (message.type === 'warn') this.#log.warn(message.msg)
      else this.#note(message.status)
    })
    started.on('error', (error) => this.#log.error(`The search index thread failed: ${(error as Error).message}`))
    started.on('exit', () => {
      if (this.#thread !== started) return
      this.#thread = undefined
      this.#restart = setTimeout(() => this.start(), restartMs).unref()
    })
  }

  /** Makes the index anew, since a query has found it damaged. */
  reportDamage(): void {
    this.#thread?.postMessage({ type: 'damaged' })
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    clearTimeout(this.#restart)
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
