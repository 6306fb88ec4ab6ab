/**
 * Publishes to an ntfy server, with one HTTP request over a kept-alive connection and an answer of limited size, and
 * decides what the answer means: pushed, retried later, or failed.
 */
import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import { DeliveryRefused } from '../../plugin-api/index.ts'
import { retryAfterS } from '../shared/retry-after.ts'

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

/** ntfy's own error code for the daily limit. */
const dailyLimit = 42_908
const nextTryS = { limited: 60, daily: 3_600, refused: 300 }
/** Statuses with which the server refuses this notification for good. */
const never = [400, 413]

/** Returns when the notification is pushed; otherwise throws the refusal for the host. */
export function judge(answer: Answer, nowMs: number): void {
  const { status } = answer
  if (status === 200) return
  const { code, error } = problemOf(answer)
  const reason = `the server answered ${status}${error === undefined ? '' : `: ${error}`}`
  if (status === 401 || status === 403)
    throw new DeliveryRefused(`${reason}; check token, user and topic`, nextTryS.refused)
  if (status >= 300 && status < 400)
    throw new DeliveryRefused(`${reason}; set the address it leads to`, nextTryS.refused)
  if (status === 429) throw new DeliveryRefused(reason, retryAfterS(answer.retryAfter, nowMs) ?? limitedS(code))
  if (never.includes(status)) throw new DeliveryRefused(reason, null)
  const pauseS = retryAfterS(answer.retryAfter, nowMs)
  throw pauseS === undefined ? new Error(reason) : new DeliveryRefused(reason, pauseS)
}

/** ntfy blocks the address of a client that continues in spite of a 429. */
const limitedS = (code: number | undefined): number => (code === dailyLimit ? nextTryS.daily : nextTryS.limited)

interface Problem {
  code?: number
  error?: string
}

/** Parses `{ "code": 40101, "http": 401, "error": "unauthorized" }`; a proxy in front may answer anything. */
function problemOf({ body }: Answer): Problem {
  try {
    const { code, error } = JSON.parse(body) as Record<string, unknown>
    return {
      ...(typeof code === 'number' && { code }),
      ...(typeof error === 'string' && { error: error.slice(0, 200) }),
    }
  } catch {
    return {}
  }
}
