/**
 * Sends one POST over a kept-alive connection, without redirects, with a time limit for the whole request and a size
 * limit for the answer, and decides what the answer means for the message: done, retried later, or failed.
 */
import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import { DeliveryRefused } from '../../plugin-api/index.ts'
import { retryAfterS } from '../shared/retry-after.ts'

interface Post {
  headers: Record<string, string>
  body: string
  timeoutMs: number
  signal: AbortSignal
}

export interface Poster {
  /** Rejects when there is no answer. */
  post(post: Post): Promise<Answer>
  close(): void
}

/** The number of messages that the host hands over at a time. */
const connections = { keepAlive: true, maxSockets: 8 }

/** Does not use `fetch`, whose client would double the memory of this process. */
export function createPoster(url: URL): Poster {
  const secure = url.protocol === 'https:'
  const agent = secure ? new HttpsAgent(connections) : new HttpAgent(connections)
  const request = secure ? httpsRequest : httpRequest
  const once = ({ headers, body, timeoutMs, signal }: Post, mayRepeat: boolean): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const sized = { ...headers, 'content-length': String(Buffer.byteLength(body)) }
      const outgoing = request(url, { method: 'POST', agent, headers: sized, signal }, (response) => {
        const body = shortBody(response)
        void body.then(() => clearTimeout(deadline))
        resolve({ status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'], body })
      })
      const late = new Error(`the receiver did not answer within ${timeoutMs / 1_000} s`)
      const deadline = setTimeout(() => outgoing.destroy(late), timeoutMs)
      outgoing.on('error', (error: NodeJS.ErrnoException) => {
        clearTimeout(deadline)
        // The receiver closed a kept-alive connection at the very moment that we reused it.
        const stale = mayRepeat && outgoing.reusedSocket && error.code === 'ECONNRESET'
        if (stale) resolve(once({ headers, body, timeoutMs, signal }, false))
        else reject(error)
      })
      outgoing.end(body)
    })
  return { post: (post) => once(post, true), close: () => agent.destroy() }
}

const longestAnswerBytes = 64 * 1024

/**
 * Reads the body to its end, so that the connection can be reused. Resolves with an empty text when it is too long or
 * breaks off.
 */
function shortBody(response: IncomingMessage): Promise<string> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    let bytes = 0
    response.on('error', () => resolve(''))
    response.on('close', () => resolve(''))
    response.on('end', () => resolve(Buffer.concat(chunks).toString()))
    response.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes > longestAnswerBytes) response.destroy()
      else chunks.push(chunk)
    })
  })
}

export interface Answer {
  status: number
  /** The header as it was received. */
  retryAfter: string | undefined
  /** Empty when it is longer than any reply, or does not end in time. */
  body: Promise<string>
}

/** Content that was refused this often will not be accepted the next time either. */
const attemptsWithContent = 3
const pauseAfterContentS = 5
/**
 * Statuses that RFC 9110 gives to the content of one request: malformed, too large, not to be processed. The other 4xx
 * speak of the address, the method or the headers, which are the same for every message: somebody has to mend the
 * receiver or the settings, and no message is lost until then.
 */
const refusedContent = [400, 413, 422]

/** Returns when the message is done; otherwise throws the refusal for the host. */
export function judge({ status, retryAfter }: Omit<Answer, 'body'>, attempt: number, nowMs: number): void {
  if (status >= 200 && status < 300) return
  const reason = `the receiver answered ${status}`
  if (status >= 300 && status < 400)
    throw new DeliveryRefused(`${reason}, a redirect, which is not followed: set the url it leads to`, redirectPauseS)
  if (status === 410) throw new DeliveryRefused(`${reason}: it is gone for good, switch this webhook off`, null)
  const pauseS = retryAfterS(retryAfter, nowMs)
  if (pauseS !== undefined) throw new DeliveryRefused(reason, pauseS)
  if (refusedContent.includes(status))
    throw new DeliveryRefused(reason, attempt >= attemptsWithContent ? null : pauseAfterContentS, 'message')
  throw new Error(reason)
}

/** Somebody has to change the settings first. */
const redirectPauseS = 300
