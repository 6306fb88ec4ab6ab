/** Works the queue of sends while it holds the lock: one process at a time, and one script at a time. */
import { pause } from '../../base/pause.ts'
import type { Logger } from '../../contract/log-entry.ts'
import { tryLock } from '../../store/file-lock.ts'
import type { Job, SendLedger } from '../ledger/ledger.ts'
import { isTransient } from '../transient.ts'

export interface WorkerParts {
  ledger: SendLedger
  lockFile: string
  log: Logger
  nowMs(): number
  timings: { lockAgain: number; retryAfter: number }
  stopping: AbortSignal
  /** Settles the scripts that a dead sender left behind. */
  recover(): Promise<void>
  takeTurn(job: Job): Promise<void>
  onCrash(error: unknown): void
}

export interface Worker {
  /** Reports that there may be something to send. */
  kick(): void
  /** Resolves when nothing is running any more. */
  ended(): Promise<void>
}

export function queueWorker(parts: WorkerParts): Worker {
  let isDue = false
  let isWorking = false
  let working: Promise<void> | undefined

  async function work(): Promise<void> {
    isWorking = true
    try {
      while (isDue) {
        isDue = false
        await workWhileNeeded(parts)
      }
    } catch (error) {
      parts.onCrash(error)
    } finally {
      // Runs in the same tick as the last check of `isDue`, so that no kick is lost in between.
      isWorking = false
    }
  }
  return {
    kick() {
      isDue = true
      if (!isWorking && !parts.stopping.aborted) working = work()
    },
    ended: async () => working,
  }
}

/** Checks for work once more after the lock is free, so that no order is lost in between. */
async function workWhileNeeded(parts: WorkerParts): Promise<void> {
  while (!parts.stopping.aborted) {
    try {
      if (!isNeeded(parts)) return
      await workOnce(parts)
    } catch (error) {
      if (!isTransient(error)) throw error
      parts.log.warn(`sending waits: ${error instanceof Error ? error.message : 'unknown reason'}`)
      await pause(parts.timings.retryAfter, parts.stopping)
    }
  }
}

const isNeeded = ({ ledger, nowMs }: WorkerParts): boolean =>
  ledger.next(nowMs()) !== undefined || ledger.orphan() !== undefined

async function workOnce({ ledger, nowMs, stopping, ...parts }: WorkerParts): Promise<void> {
  const lock = tryLock(parts.lockFile)
  if (lock === undefined) return pause(parts.timings.lockAgain, stopping)
  try {
    await parts.recover()
    for (let job = ledger.next(nowMs()); job && !stopping.aborted; job = ledger.next(nowMs())) await parts.takeTurn(job)
  } finally {
    lock.release()
  }
}
