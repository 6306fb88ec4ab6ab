/** Resolves with the work, or when sending stops; the work then continues unobserved. */
export async function unlessStopped(work: Promise<void>, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return
  const { promise: stopped, resolve } = Promise.withResolvers<void>()
  const stop = () => resolve()
  signal.addEventListener('abort', stop, { once: true })
  await Promise.race([work, stopped])
  signal.removeEventListener('abort', stop)
}
