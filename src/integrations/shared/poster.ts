/**
 * Sends POSTs over kept-alive connections, without redirects, with a time limit for the whole request and a size limit
 * for the answer.
 */
import type { IncomingMessage } from 'node:http'
import { urlToHttpOptions } from 'node:url'

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

interface PosterOptions {
  /** The name of the receiver in errors. */
  receiver: string
  maxSockets: number
}

/** Does not use `fetch`, whose client would double the memory of this process: even an import of `http` would load it. */
export function createPoster(url: URL, { receiver, maxSockets }: PosterOptions): Poster {
  const { Agent, request } = process.getBuiltinModule(url.protocol === 'https:' ? 'node:https' : 'node:http')
  const agent = new Agent({ keepAlive: true, maxSockets })
  const target = { ...urlToHttpOptions(url), method: 'POST', agent }
  const once = ({ headers, body, timeoutMs, signal }: Post, mayRepeat: boolean): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const sized = { ...headers, 'content-length': String(Buffer.byteLength(body)) }
      const outgoing = request({ ...target, headers: sized }, (response) => {
        const body = shortBody(response)
        void body.then(end)
        resolve({ status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'], body })
      })
      const late = new Error(`the ${receiver} did not answer within ${timeoutMs / 1_000} s`)
      const deadline = setTimeout(() => outgoing.destroy(late), timeoutMs)
      // The option `signal` of a request would do the same for many times the work.
      const abort = () => outgoing.destroy(signal.reason)
      if (signal.aborted) abort()
      else signal.addEventListener('abort', abort)
      const end = () => {
        clearTimeout(deadline)
        signal.removeEventListener('abort', abort)
      }
      outgoing.on('error', (error: NodeJS.ErrnoException) => {
        end()
        // The other side closed a kept-alive connection at the very moment that we reused it.
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
