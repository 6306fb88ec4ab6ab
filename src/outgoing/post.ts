/**
 * Makes one request with a deadline, usually a POST, only to the addresses that its lookup permits: redirects are not
 * followed, and only the beginning of the response body is kept.
 */
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { LookupFunction } from 'node:net'

export interface Post {
  url: URL
  /** POST unless told otherwise. */
  method?: 'GET' | 'POST' | 'DELETE'
  body: Uint8Array
  headers: Readonly<Record<string, string>>
  /** Aborts when the post takes too long, or the process stops. */
  signal: AbortSignal
  /** Called for names only: the caller checks a literal address. */
  lookup: LookupFunction
}

export interface PostAnswer {
  status: number
  headers: IncomingHttpHeaders
  /** The beginning of the body, at most 64 KiB. */
  body: Buffer
}

const longestAnswer = 64 * 1024

/** Rejects when there is no response. `fetch` is not used, since its client costs a process megabytes. */
export async function post({ url, method = 'POST', body, headers, signal, lookup }: Post): Promise<PostAnswer> {
  // An import would load the client of `fetch` as well, at every start of the process.
  const { request } = process.getBuiltinModule(url.protocol === 'https:' ? 'node:https' : 'node:http')
  return new Promise((resolve, reject) => {
    const outgoing = request(url, {
      method,
      lookup,
      // A separate agent ignores the proxies of the environment; behind a proxy, no address would be checked.
      agent: false,
      signal,
      headers: { 'user-agent': 'local-messaging-relay', ...headers, 'content-length': body.length },
    })
    let answer: (() => PostAnswer) | undefined
    outgoing.on('response', (response) => {
      const kept = readBeginning(response)
      const received = () => ({ status: response.statusCode ?? 0, headers: response.headers, body: kept() })
      answer = received
      response.on('close', () => resolve(received()))
    })
    outgoing.on('error', (error) => (answer === undefined ? reject(error) : resolve(answer())))
    outgoing.end(body)
  })
}

/** Keeps reading for a while, since some receivers stop their work when the connection closes. */
function readBeginning(response: IncomingMessage): () => Buffer {
  const chunks: Buffer[] = []
  let read = 0
  response.on('error', () => undefined)
  response.on('data', (chunk: Buffer) => {
    if (read < longestAnswer) chunks.push(chunk.subarray(0, longestAnswer - read))
    read += chunk.length
    if (read > longestAnswer) response.destroy()
  })
  return () => Buffer.concat(chunks)
}
