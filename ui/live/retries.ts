/** Aborts requests to a service that does not respond, and retries failed ones automatically. */
import type { QueryClient } from '@tanstack/react-query'
import { mayAskAgain } from '../api/ask.ts'
import { stopWaiting } from '../api/client.ts'
import { useStatus } from './status.ts'

/** A single heartbeat may be late because the machine is busy. */
const silentAfter = 2
const againMs = 15_000

/** Returns the function that stops it. */
export function abortUnanswered(): () => void {
  return useStatus.subscribe(({ observed }, { observed: before }) => {
    if (observed.failures !== before.failures && observed.failures >= silentAfter) stopWaiting()
  })
}

/** Some requests may fail while the service responds to others. */
export const retryFailedQueries = (queries: QueryClient): (() => void) =>
  repeatWhileReachable(
    () =>
      void queries.refetchQueries({
        type: 'active',
        predicate: ({ state: { error } }) => error !== null && mayAskAgain(error),
      }),
  )

/**
 * Calls `ask` at once after each outage, and periodically while the page is visible. Returns the function that stops
 * it.
 */
export function repeatWhileReachable(ask: () => void): () => void {
  const timer = setInterval(() => {
    if (document.visibilityState === 'visible' && useStatus.getState().observed.failures === 0) ask()
  }, againMs)
  const end = useStatus.subscribe(({ observed }, { observed: before }) => {
    if (observed.failures === 0 && before.failures > 0) ask()
  })
  return () => {
    clearInterval(timer)
    end()
  }
}
