/** One POST of JSON with a deadline: redirects are not followed, the body of the answer is not read. */
import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'

export interface JsonPost {
  url: string
  body: unknown
  headers: Readonly<Record<string, string>>
  /** Aborted when it takes too long, or the bridge stops. */
  signal: AbortSignal
}

/** Resolves with the status; rejects when there is no answer. Not `fetch`: its client costs the bridge megabytes. */
export async function postJson({ url, body, headers, signal }: JsonPost): Promise<number> {
  const target = new URL(url)
  const request = target.protocol === 'https:' ? httpsRequest : httpRequest
  const bytes = Buffer.from(JSON.stringify(body))
  return new Promise((resolve, reject) => {
    const outgoing = request(target, {
      method: 'POST',
      agent: false,
      signal,
      headers: {
        'user-agent': 'local-messaging-relay',
        'content-type': 'application/json',
        'content-length': bytes.length,
        ...headers,
      },
    })
    outgoing.on('response', (response) => {
      resolve(response.statusCode ?? 0)
      response.destroy()
    })
    outgoing.on('error', reject)
    outgoing.end(bytes)
  })
}
