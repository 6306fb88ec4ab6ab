/** Runs work that takes much memory one piece at a time, lets a few wait, and refuses the rest. */
import { ServiceError } from '../../domain/service-error.ts'

const maxWaiting = 8

/** Throws `rate_limited` at once when too many already wait. */
export type BoundedMutex = <T>(work: () => Promise<T>) => Promise<T>

export function boundedMutex(): BoundedMutex {
  let underWay = 0
  let last: Promise<unknown> = Promise.resolve()
  return async (work) => {
    if (underWay > maxWaiting)
      throw new ServiceError('rate_limited', 'Too many passwords are being checked.', { retry_after_s: 1 })
    underWay++
    const result = last.then(work)
    last = result.catch(() => undefined)
    try {
      return await result
    } finally {
      underWay--
    }
  }
}
