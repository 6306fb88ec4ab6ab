/** HTTP as bytes on a socket: what no client of good manners would send. */
import { connect, type Socket } from 'node:net'

export interface RawAnswer {
  status: number
  head: string
  body: string
}

/** Sends the bytes and ends; `answers` are what came until the other side ended, too. */
export async function sendRaw(port: number, bytes: string | Buffer): Promise<RawAnswer[]> {
  const { socket, closed } = openRaw(port)
  socket.end(typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes)
  return answersIn(await closed)
}

export interface RawConnection {
  socket: Socket
  /** What has come so far. */
  received(): string
  /** Resolves with all that came, once the connection is over, in whichever way. */
  closed: Promise<string>
}

export function openRaw(port: number, from?: string): RawConnection {
  const socket = connect({ port, host: '127.0.0.1', ...(from && { localAddress: from }) })
  let text = ''
  socket.setEncoding('latin1').on('data', (chunk) => {
    text += chunk
  })
  const { promise: closed, resolve } = Promise.withResolvers<string>()
  // An answer may come, and the connection end, before everything is sent.
  socket.on('error', () => resolve(text)).on('close', () => resolve(text))
  return { socket, received: () => text, closed }
}

interface Written {
  method?: string
  /** With `host: …`, unless it is to be missing. */
  headers?: readonly string[]
  body?: string
}

/** One request as text. Its length is only told when there is a body. */
export const requestOf = (target: string, { method = 'GET', headers = [], body = '' }: Written = {}): string =>
  [
    `${method} ${target} HTTP/1.1`,
    ...headers,
    ...(body === '' ? [] : [`content-length: ${Buffer.byteLength(body)}`]),
    '',
    body,
  ].join('\r\n')

/** Each begins with its status line; bodies are left as they were sent. */
const answersIn = (text: string): RawAnswer[] =>
  text
    .split(/(?=HTTP\/1\.1 \d{3} )/)
    .filter((answer) => answer.startsWith('HTTP/1.1 '))
    .map((answer) => {
      const [head = '', body = ''] = answer.split(/\r\n\r\n(.*)/s)
      return { status: Number(head.slice(9, 12)), head, body }
    })
