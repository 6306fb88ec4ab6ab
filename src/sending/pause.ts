/** Waits for a time or for work, but no longer once sending stops. */
import { setTimeout as wait } from 'node:timers/promises'

export const pause = (ms: number, signal: AbortSignal): Promise<void> => wait(ms, undefined, { signal }).catch(() => {})

/** Resolves with the work, or when sending stops; the work then continues unobserved. */
export async function unlessStopped(work: Promise<void>, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return
  const { promise: stopped, resolve } = Promise.withResolvers<void>()
  const stop = () => resolve()
  signal.addEventListener('abort', stop, { once: true })
  await Promise.race([work, stopped])
  signal.removeEventListener('abort', stop)
}
