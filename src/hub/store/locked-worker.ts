/**
 * Works under a lock of PostgreSQL, which lets one of several processes work: waits for the lock, works until something
 * fails, and waits again.
 */
import { pause } from '../../base/pause.ts'
import { repeat } from '../../base/repeat.ts'
import type { Database, Held } from './database.ts'

export interface LockedWorkerOptions {
  database: Database
  /** The two numbers of the lock. */
  lock: readonly [number, number]
  /** Works until the signal aborts or something fails, and calls `begun` once the work has begun. */
  work(held: Held, signal: AbortSignal, begun: () => void): Promise<void>
  /** Called each time that another process is found to hold the lock. */
  onWait?(): Promise<void>
  onFailure(error: unknown): void
}

const waitMs = 1_000
const backoff = { firstMs: 200, longestMs: 1_000 }

export class LockedWorker {
  readonly #options: LockedWorkerOptions
  readonly #stopping = new AbortController()
  readonly #ended: Promise<void>
  #isWorking = false

  /** Starts at once. */
  constructor(options: LockedWorkerOptions) {
    this.#options = options
    const { signal } = this.#stopping
    this.#ended = repeat((begun) => this.#turn(signal, begun), { signal, backoff, onFailure: options.onFailure })
  }

  /** Whether this process is the one that works. */
  get isWorking(): boolean {
    return this.#isWorking
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.#ended
  }

  async #turn(signal: AbortSignal, begun: () => void): Promise<void> {
    const { database, lock, work, onWait } = this.#options
    const held = await database.hold()
    try {
      while (!(await takes(held, lock))) {
        await onWait?.()
        await pause(waitMs, signal)
        if (signal.aborted) return
      }
      signal.throwIfAborted()
      await work(held, signal, () => {
        begun()
        this.#isWorking = true
      })
    } finally {
      this.#isWorking = false
      held.release()
    }
  }
}

async function takes(held: Held, lock: readonly [number, number]): Promise<boolean> {
  const [row] = await held.query<{ taken: boolean }>('SELECT pg_try_advisory_lock($1, $2) AS taken', lock)
  return row?.taken === true
}
