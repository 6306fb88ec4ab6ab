/**
 * Makes one POST with a deadline, only to the addresses that its lookup permits: redirects are not followed, and the
 * response body is dropped.
 */
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { LookupFunction } from 'node:net'

export interface Post {
  url: URL
  body: Uint8Array
  headers: Readonly<Record<string, string>>
  /** Aborts when the post takes too long, or the process stops. */
  signal: AbortSignal
  /** Is called for names only: the caller checks a literal address. */
  lookup: LookupFunction
}

export interface PostAnswer {
  status: number
  headers: IncomingHttpHeaders
}

const longestAnswer = 64 * 1024

/** Rejects when there is no response. `fetch` is not used, since its client costs a process megabytes. */
export async function post({ url, body, headers, signal, lookup }: Post): Promise<PostAnswer> {
  // An import would load the client of `fetch` as well, at every start of the process.
  const { request } = process.getBuiltinModule(url.protocol === 'https:' ? 'node:https' : 'node:http')
  return new Promise((resolve, reject) => {
    const outgoing = request(url, {
      method: 'POST',
      lookup,
      // A separate agent ignores the proxies of the environment; behind a proxy, no address would be checked.
      agent: false,
      signal,
      headers: { 'user-agent': 'local-messaging-relay', ...headers, 'content-length': body.length },
    })
    let answer: PostAnswer | undefined
    outgoing.on('response', (response) => {
      const received = { status: response.statusCode ?? 0, headers: response.headers }
      answer = received
      drain(response)
      response.on('close', () => resolve(received))
    })
    outgoing.on('error', (error) => (answer === undefined ? reject(error) : resolve(answer)))
    outgoing.end(body)
  })
}

/** Keeps reading for a while, since some receivers stop their work when the connection closes. */
function drain(response: IncomingMessage): void {
  let read = 0
  response.on('error', () => undefined)
  response.on('data', (chunk: Buffer) => {
    read += chunk.length
    if (read > longestAnswer) response.destroy()
  })
}
