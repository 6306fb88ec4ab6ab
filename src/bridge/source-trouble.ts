/** What the bridge does about a failure of a turn: wait and try again, or give up and let launchd start it anew. */
import { isDiskFull } from '../domain/disk-full.ts'
import { ServiceError } from '../domain/service-error.ts'

/** How the bridge stands, for heartbeat and status. */
export type BridgeState = 'polling' | 'degraded' | 'unreadable'

export interface Trouble {
  state: BridgeState
  reason: string
  retryInMs: number
}

const sqliteIoErr = 10
const diskRetryMs = 5_000
const firstRetryMs = 2_000
const longestRetryMs = 30_000
/** A lock that lasts shorter than this many turns is Messages at work. */
const quietBusyTurns = 3
const mostIoErrors = 3

export interface TroubleWatch {
  /** Undefined when the failure is a broken promise of our own code or a disk that fails for good. */
  after(error: unknown): Trouble | undefined
  over(): void
}

export function troubleWatch(): TroubleWatch {
  let inARow = 0
  return {
    after(error) {
      inARow += 1
      if (error instanceof ServiceError) return unreadable(error, inARow)
      const code = error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : undefined
      const retryable = isDiskFull(error) || (code === sqliteIoErr && inARow < mostIoErrors)
      return retryable
        ? {
            state: 'degraded',
            reason: `the journal cannot be written: ${(error as Error).message}`,
            retryInMs: diskRetryMs,
          }
        : undefined
    },
    over() {
      inARow = 0
    },
  }
}

function unreadable(error: ServiceError, inARow: number): Trouble {
  if (error.code !== 'messages_busy')
    return {
      state: 'unreadable',
      reason: error.message,
      retryInMs: Math.min(firstRetryMs * 2 ** (inARow - 1), longestRetryMs),
    }
  return { state: inARow < quietBusyTurns ? 'polling' : 'unreadable', reason: error.message, retryInMs: 0 }
}
