/** One POST of JSON with a deadline, to where it may go: redirects are not followed, what the answer says is dropped. */
import type { IncomingMessage } from 'node:http'
import { checkedLookup, type Egress } from './checked-lookup.ts'

export interface JsonPost {
  url: string
  body: unknown
  headers: Readonly<Record<string, string>>
  /** Aborted when it takes too long, or the bridge stops. */
  signal: AbortSignal
  egress: Egress
}

const longestAnswer = 64 * 1024

/** Resolves with the status; rejects when there is no answer. Not `fetch`: its client costs the bridge megabytes. */
export async function postJson({ url, body, headers, signal, egress }: JsonPost): Promise<number> {
  const target = new URL(url)
  // An import would bring the client of `fetch` along, and at every start of the bridge.
  const { request } = process.getBuiltinModule(target.protocol === 'https:' ? 'node:https' : 'node:http')
  const bytes = Buffer.from(JSON.stringify(body))
  return new Promise((resolve, reject) => {
    const outgoing = request(target, {
      method: 'POST',
      lookup: checkedLookup(target, egress),
      // An agent of its own, which knows no proxies of the environment: behind one, no address would be checked.
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

/** Read on for a while: some receivers stop their work when nobody listens any more. */
function drain(response: IncomingMessage): void {
  let read = 0
  response.on('error', () => undefined)
  response.on('data', (chunk: Buffer) => {
    read += chunk.length
    if (read > longestAnswer) response.destroy()
  })
}
