/** Gives up on questions that a silent service will not answer any more, and asks failed ones again by itself. */
import type { QueryClient } from '@tanstack/react-query'
import { mayAskAgain } from '../api/ask.ts'
import { stopWaiting } from '../api/client.ts'
import { useStatus } from './status.ts'

/** One heartbeat may be late because much else is going on. */
const silentAfter = 2
const againMs = 15_000

/** Returns what ends it. */
export function giveUpInSilence(): () => void {
  return useStatus.subscribe(({ observed }, { observed: before }) => {
    if (observed.failures !== before.failures && observed.failures >= silentAfter) stopWaiting()
  })
}

/** Some questions may fail while the service answers others. */
export const askFailedAgain = (queries: QueryClient): (() => void) =>
  repeatWhileAnswering(
    () =>
      void queries.refetchQueries({
        type: 'active',
        predicate: ({ state: { error } }) => error !== null && mayAskAgain(error),
      }),
  )

/** Calls at once after each silence, and from time to time while somebody looks at the page. Returns what ends it. */
export function repeatWhileAnswering(ask: () => void): () => void {
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
