/** Ends a wait early when the signal aborts. */
import { setTimeout as sleep } from 'node:timers/promises'

const longestTimerMs = 3_600_000

/** Resolves after the time, an hour at most, or as soon as the signal aborts. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(Math.min(ms, longestTimerMs), undefined, { signal }).catch(() => undefined)
}

/** Rejects with the reason of the signal once it aborts, and never resolves. */
export function rejectionOnAbort(signal: AbortSignal | undefined): Promise<never> {
  return new Promise((_, reject) => {
    if (signal?.aborted) reject(signal.reason)
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}
