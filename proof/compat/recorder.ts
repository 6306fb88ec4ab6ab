/** Stands between a client and the listener, and notes what is asked and how it is answered, without the password. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'

export interface Recorded {
  /** Method and path, with a word for each identifier. */
  call: string
  status: number
  /** The error as the envelope names it. */
  error?: { type: string; message: string }
  /** The body of the request, if it was JSON. */
  body?: unknown
}

export interface Recorder extends AsyncDisposable {
  url: string
  calls: Recorded[]
}

export async function startRecorder(target: string): Promise<Recorder> {
  const calls: Recorded[] = []
  const { hostname, port } = new URL(target)
  const server = createServer((asked, answered) => void pass(asked, answered, { target, calls }))
  server.on('upgrade', (asked, socket, head) => {
    calls.push({ call: 'WebSocket /socket.io', status: 101 })
    const onward = connect(Number(port), hostname, () => {
      const lines = [
        `GET ${asked.url} HTTP/1.1`,
        ...pairs(asked.rawHeaders).map(([name, value]) => `${name}: ${value}`),
      ]
      onward.write(`${lines.join('\r\n')}\r\n\r\n`)
      onward.write(head)
      socket.pipe(onward).pipe(socket)
    })
    for (const [one, other] of [
      [socket, onward],
      [onward, socket],
    ] as const) {
      one.on('error', () => other.destroy())
      one.on('close', () => other.destroy())
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    async [Symbol.asyncDispose]() {
      server.close()
      server.closeAllConnections()
    },
  }
}

const pairs = (flat: readonly string[]): [string, string][] =>
  Array.from({ length: flat.length / 2 }, (_, index) => [flat[2 * index] ?? '', flat[2 * index + 1] ?? ''])

interface Passing {
  target: string
  calls: Recorded[]
}

async function pass(asked: IncomingMessage, answered: ServerResponse, { target, calls }: Passing): Promise<void> {
  const onward = request(`${target}${asked.url}`, { method: asked.method, headers: asked.rawHeaders as never })
  onward.on('error', () => answered.destroy())
  const isJson = asked.headers['content-type']?.includes('json') ?? false
  const said = isJson ? heard(asked) : undefined
  asked.pipe(onward)
  onward.on('response', async (response) => {
    answered.writeHead(response.statusCode ?? 0, response.rawHeaders)
    response.pipe(answered)
    const isRefusal = (response.statusCode ?? 0) >= 400
    const error = isRefusal ? parsed(await heard(response))?.error : undefined
    const call = callOf(asked)
    if (call.includes('/socket.io')) {
      if (!calls.some((each) => each.call === call)) calls.push({ call, status: response.statusCode ?? 0 })
      return
    }
    const body = said === undefined ? undefined : parsed(await said)
    calls.push({ call, status: response.statusCode ?? 0, ...(error && { error }), ...(body !== undefined && { body }) })
  })
}

/** Listens besides the pipe that the stream flows through. */
async function heard(stream: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  stream.on('data', (chunk: Buffer) => chunks.push(chunk))
  await once(stream, 'end')
  return Buffer.concat(chunks).toString()
}

function callOf({ method, url = '' }: IncomingMessage): string {
  const path = new URL(url, 'http://here').pathname.replace(/^\/api\/v1/, '')
  const parts = path.split('/').map((part) => (/[;%+@]|\d/.test(part) && part !== 'socket.io' ? ':guid' : part))
  return `${method} ${parts.join('/').replace(/\/$/, '')}`
}

function parsed(said: string): { error?: { type: string; message: string } } | undefined {
  try {
    return JSON.parse(said)
  } catch {
    return undefined
  }
}
