/** Ends a wait early when the signal aborts. */

const longestTimerMs = 3_600_000

/** Resolves after the time, an hour at most, or as soon as the signal aborts. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve()
    const over = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', over)
      resolve()
    }
    const timer = setTimeout(over, Math.min(ms, longestTimerMs))
    signal.addEventListener('abort', over)
  })
}

/** Rejects with the reason of the signal once it aborts, and never resolves. */
export function rejectionOnAbort(signal: AbortSignal | undefined): Promise<never> {
  return new Promise((_, reject) => {
    if (signal?.aborted) reject(signal.reason)
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}
