/** Decides how the bridge handles a failed poll: wait and retry, or give up so that launchd restarts it. */
import { backoffMs } from '../base/backoff.ts'
import { isDiskFull } from '../base/errors.ts'
import { ServiceError } from '../domain/service-error.ts'

/** The condition of the bridge, for heartbeat and status. */
export type BridgeState = 'polling' | 'degraded' | 'unreadable'

export interface PollFailure {
  state: BridgeState
  reason: string
  /** The code of the error, where it has one. */
  code?: string
  retryInMs: number
}

const sqliteIoErr = 10
const diskRetryMs = 5_000
const backoff = { firstMs: 2_000, longestMs: 30_000 }
/** A lock that lasts fewer polls than this is Messages at work. */
const quietBusyPolls = 3
const mostIoErrors = 3

export class PollFailures {
  #inARow = 0

  /** Returns undefined when the failure is a fault of our own code, or a disk that fails permanently. */
  after(error: unknown): PollFailure | undefined {
    this.#inARow += 1
    if (error instanceof ServiceError) return unreadable(error, this.#inARow)
    const code = error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : undefined
    const isTransient = isDiskFull(error) || (code === sqliteIoErr && this.#inARow < mostIoErrors)
    if (!isTransient) return undefined
    const reason = `the journal cannot be written: ${(error as Error).message}`
    return { state: 'degraded', reason, retryInMs: diskRetryMs }
  }

  /** Reports a poll that succeeded. */
  over(): void {
    this.#inARow = 0
  }
}

function unreadable(error: ServiceError, inARow: number): PollFailure {
  if (error.code !== 'messages_busy')
    return {
      state: 'unreadable',
      reason: error.message,
      code: error.code,
      retryInMs: backoffMs(backoff, inARow),
    }
  const state = inARow < quietBusyPolls ? 'polling' : 'unreadable'
  return { state, reason: error.message, code: error.code, retryInMs: 0 }
}
