/**
 * Waits for work, and no longer than until the signal aborts, with whose reason it rejects then. A race against a promise of the
 * signal would keep something of each round for as long as the signal lives.
 */
export function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>()
  const end = () => reject(signal.reason)
  if (signal.aborted) end()
  signal.addEventListener('abort', end)
  work.then(resolve, reject).finally(() => signal.removeEventListener('abort', end))
  return promise
}
