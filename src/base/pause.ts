/** Resolves as soon as the signal aborts. */
export const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve()
    signal.addEventListener('abort', () => resolve(), { once: true })
  })

/** Waits, and no longer than until the signal aborts. */
export async function pause(ms: number, signal?: AbortSignal): Promise<void> {
  if (signal?.aborted) return
  const { promise, resolve } = Promise.withResolvers<void>()
  const end = () => resolve()
  const timer = setTimeout(end, ms)
  signal?.addEventListener('abort', end)
  await promise
  clearTimeout(timer)
  // A loop that waits for days would collect one listener for each round.
  signal?.removeEventListener('abort', end)
}
