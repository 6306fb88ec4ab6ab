/** Works the queue of sends while it holds the lock: one process at a time, and one script at a time. */
import { pause } from '../../base/pause.ts'
import type { Logger } from '../../contract/log-entry.ts'
import { tryLock } from '../../store/file-lock.ts'
import type { Job, SendLedger } from '../ledger/ledger.ts'
import { isTransient } from '../transient.ts'

export interface SendWorkerDeps {
  ledger: Pick<SendLedger, 'nextJob' | 'findOrphan'>
  lockFile: string
  log: Logger
  nowMs(): number
  timings: { lockAgain: number; retryAfter: number }
  stopping: AbortSignal
  /** Settles the scripts that a dead sender left behind. */
  recover(): Promise<void>
  handOver(job: Job): Promise<void>
  onCrash(error: unknown): void
}

export class SendWorker {
  readonly #deps: SendWorkerDeps
  #isDue = false
  #isWorking = false
  #working: Promise<void> | undefined

  constructor(deps: SendWorkerDeps) {
    this.#deps = deps
  }

  /** Reports that there may be something to send. */
  kick(): void {
    this.#isDue = true
    if (!this.#isWorking && !this.#deps.stopping.aborted) this.#working = this.#work()
  }

  /** Resolves when nothing is running any more. */
  async ended(): Promise<void> {
    await this.#working
  }

  async #work(): Promise<void> {
    this.#isWorking = true
    try {
      while (this.#isDue) {
        this.#isDue = false
        await this.#workWhileNeeded()
      }
    } catch (error) {
      this.#deps.onCrash(error)
    } finally {
      // Runs in the same tick as the last check of `#isDue`, so that no kick is lost in between.
      this.#isWorking = false
    }
  }

  /** Checks for work once more after the lock is free, so that no order is lost in between. */
  async #workWhileNeeded(): Promise<void> {
    const { stopping, log, timings } = this.#deps
    while (!stopping.aborted) {
      try {
        if (!this.#isNeeded()) return
        await this.#workOnce()
      } catch (error) {
        if (!isTransient(error)) throw error
        log.warn(`sending waits: ${error instanceof Error ? error.message : 'unknown reason'}`)
        await pause(timings.retryAfter, stopping)
      }
    }
  }

  #isNeeded(): boolean {
    const { ledger, nowMs } = this.#deps
    return ledger.nextJob(nowMs()) !== undefined || ledger.findOrphan() !== undefined
  }

  async #workOnce(): Promise<void> {
    const { lockFile, timings, stopping, ledger, nowMs, recover, handOver } = this.#deps
    const lock = tryLock(lockFile)
    if (lock === undefined) return pause(timings.lockAgain, stopping)
    try {
      await recover()
      for (let job = ledger.nextJob(nowMs()); job && !stopping.aborted; job = ledger.nextJob(nowMs()))
        await handOver(job)
    } finally {
      lock.release()
    }
  }
}
