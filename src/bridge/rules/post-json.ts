/**
 * Makes one POST of JSON with a deadline, only to permitted addresses: redirects are not followed, and the response
 * body is dropped.
 */
import type { IncomingMessage } from 'node:http'
import { checkedLookup, type Egress } from './checked-lookup.ts'

export interface JsonPost {
  url: string
  body: unknown
  headers: Readonly<Record<string, string>>
  /** Aborts when the post takes too long, or the bridge stops. */
  signal: AbortSignal
  egress: Egress
}

const longestAnswer = 64 * 1024

/**
 * Resolves with the status; rejects when there is no response. `fetch` is not used, since its client costs the bridge
 * megabytes.
 */
export async function postJson({ url, body, headers, signal, egress }: JsonPost): Promise<number> {
  const target = new URL(url)
  // An import would load the client of `fetch` as well, at every start of the bridge.
  const { request } = process.getBuiltinModule(target.protocol === 'https:' ? 'node:https' : 'node:http')
  const bytes = Buffer.from(JSON.stringify(body))
  return new Promise((resolve, reject) => {
    const outgoing = request(target, {
      method: 'POST',
      lookup: checkedLookup(target, egress),
      // A separate agent ignores the proxies of the environment; behind a proxy, no address would be checked.
      agent: false,
      signal,
      headers: {
        'user-agent': 'local-messaging-relay',
        'content-type': 'application/json',
        'content-length': bytes.length,
        ...headers,
      },
    })
    let status: number | undefined
    outgoing.on('response', (response) => {
      status = response.statusCode ?? 0
      drain(response)
      response.on('close', () => resolve(status ?? 0))
    })
    outgoing.on('error', (error) => (status === undefined ? reject(error) : resolve(status)))
    outgoing.end(bytes)
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
