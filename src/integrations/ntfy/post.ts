/** Publishes to an ntfy server: one HTTP request over a kept-alive connection, with an answer of limited size. */
import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'

interface Post {
  authorization: string | undefined
  body: string
  timeoutMs: number
  signal: AbortSignal
}

export interface Answer {
  status: number
  /** The header as it was received. */
  retryAfter: string | undefined
  body: string
}

export interface Poster {
  /** Rejects when there is no answer. */
  post(post: Post): Promise<Answer>
  close(): void
}

const connections = { keepAlive: true, maxSockets: 4 }

/** The server accepts JSON at its root. */
export function createPoster(server: string): Poster {
  const url = new URL('/', server)
  const secure = url.protocol === 'https:'
  const agent = secure ? new HttpsAgent(connections) : new HttpAgent(connections)
  const request = secure ? httpsRequest : httpRequest
  const once = (post: Post, mayRepeat: boolean): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const { timeoutMs, signal, body } = post
      const outgoing = request(url, { method: 'POST', agent, headers: headersOf(post), signal }, (response) => {
        bodyOf(response).then((text) => {
          clearTimeout(deadline)
          resolve({ status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'], body: text })
        }, reject)
      })
      const late = new Error(`the server did not answer within ${timeoutMs / 1_000} s`)
      const deadline = setTimeout(() => outgoing.destroy(late), timeoutMs)
      outgoing.on('error', (error: NodeJS.ErrnoException) => {
        clearTimeout(deadline)
        // The server closed a kept-alive connection at the very moment that we reused it.
        const stale = mayRepeat && outgoing.reusedSocket && error.code === 'ECONNRESET'
        if (stale) resolve(once(post, false))
        else reject(error)
      })
      outgoing.end(body)
    })
  return { post: (post) => once(post, true), close: () => agent.destroy() }
}

const headersOf = ({ authorization, body }: Post): Record<string, string> => ({
  'user-agent': 'local-messaging-relay',
  'content-type': 'application/json',
  'content-length': String(Buffer.byteLength(body)),
  ...(authorization !== undefined && { authorization }),
})

const longestAnswer = 64 * 1024

async function bodyOf(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > longestAnswer) break
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}
