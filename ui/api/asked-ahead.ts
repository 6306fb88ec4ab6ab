/** Requests that begin while the page is still being loaded. The page takes each response when it asks for the same. */
const asked = new Map<string, Promise<Response>>()

/** Answers that the page has not used by then are dropped, so that nothing outdated is shown. */
const keptMs = 10_000

export function askAhead(path: string, headers: Record<string, string>): void {
  const url = new URL(path, location.origin).href
  const response = fetch(url, { headers })
  // The rejection is handled by the consumer of the promise.
  response.catch(() => undefined)
  asked.set(url, response)
  setTimeout(() => letGo(url), keptMs)
}

/** A body that nobody reads would occupy its connection. */
function letGo(url: string): void {
  const response = asked.get(url)
  asked.delete(url)
  response?.then(({ body }) => body?.cancel()).catch(() => undefined)
}

/** Each response is taken once; `signal` gives up waiting for it. */
export function takeAsked(url: string, signal: AbortSignal): Promise<Response> | undefined {
  const response = asked.get(url)
  if (response === undefined) return undefined
  asked.delete(url)
  const { promise, reject } = Promise.withResolvers<never>()
  signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  return Promise.race([response, promise])
}
