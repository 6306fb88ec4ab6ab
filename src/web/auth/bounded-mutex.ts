/** Runs work that takes much memory one piece at a time, lets a few wait, and refuses the rest. */
import { rateLimited } from './rate-limited.ts'

const maxWaiting = 8
const shortWaitMs = 1_000

/** Throws `rate_limited` at once when too many already wait. */
export type BoundedMutex = <T>(work: () => Promise<T>) => Promise<T>

export function boundedMutex(): BoundedMutex {
  let underWay = 0
  let last: Promise<unknown> = Promise.resolve()
  return async (work) => {
    if (underWay > maxWaiting) throw rateLimited('Too many passwords are being checked.', shortWaitMs)
    underWay++
    const turn = last.then(work)
    last = turn.catch(() => undefined)
    try {
      return await turn
    } finally {
      underWay--
    }
  }
}
