/** Sends HTTP as raw bytes on a socket, for requests that no proper client would send. */
import { connect, type Socket } from 'node:net'

export interface RawAnswer {
  status: number
  head: string
  body: string
}

/** Sends the bytes and ends. Resolves with all responses once the other side has ended as well. */
export async function sendRaw(port: number, bytes: string | Buffer): Promise<RawAnswer[]> {
  const { socket, closed } = openRaw(port)
  socket.end(typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes)
  return answersIn(await closed)
}

export interface RawConnection {
  socket: Socket
  /** All bytes received so far. */
  received(): string
  /** Resolves with everything received, once the connection is over for any reason. */
  closed: Promise<string>
}

export function openRaw(port: number, from?: string): RawConnection {
  const socket = connect({ port, host: '127.0.0.1', ...(from && { localAddress: from }) })
  let text = ''
  socket.setEncoding('latin1').on('data', (chunk) => {
    text += chunk
  })
  const { promise: closed, resolve } = Promise.withResolvers<string>()
  // A response may arrive, and the connection end, before everything is sent.
  socket.on('error', () => resolve(text)).on('close', () => resolve(text))
  return { socket, received: () => text, closed }
}

interface Written {
  method?: string
  /** Includes `host: …` unless the test leaves it out. */
  headers?: readonly string[]
  body?: string
}

/** Builds one request as text, with a length only when there is a body. */
export const requestOf = (target: string, { method = 'GET', headers = [], body = '' }: Written = {}): string =>
  [
    `${method} ${target} HTTP/1.1`,
    ...headers,
    ...(body === '' ? [] : [`content-length: ${Buffer.byteLength(body)}`]),
    '',
    body,
  ].join('\r\n')

/** Splits the bytes at status lines; bodies are left as they were sent. */
const answersIn = (text: string): RawAnswer[] =>
  text
    .split(/(?=HTTP\/1\.1 \d{3} )/)
    .filter((answer) => answer.startsWith('HTTP/1.1 '))
    .map((answer) => {
      const [head = '', body = ''] = answer.split(/\r\n\r\n(.*)/s)
      return { status: Number(head.slice(9, 12)), head, body }
    })
