/** Clients of the BlueBubbles listener for tests: sockets that note what they are told, and receivers of webhooks. */
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { io, type ManagerOptions, type Socket, type SocketOptions } from 'socket.io-client'

export interface Told {
  type: string
  // biome-ignore lint/suspicious/noExplicitAny: each event has another shape
  data: any
}

export interface SocketClient extends Disposable {
  socket: Socket
  told: Told[]
  /** The data that each event brought along besides its name. */
  places: unknown[]
  /** Texts of the new messages, in order. */
  texts(): string[]
}

/** Connects with a client of Socket.IO 4. */
export function socketClient(url: string, options: Partial<ManagerOptions & SocketOptions> = {}): SocketClient {
  const told: Told[] = []
  const socket = io(url, { forceNew: true, reconnectionDelay: 10, reconnectionDelayMax: 50, ...options })
  const places: unknown[] = []
  socket.onAny((type: string, data: unknown, ...more: unknown[]) => {
    told.push({ type, data })
    places.push(...more)
  })
  return {
    socket,
    told,
    places,
    texts: () => textsOf(told),
    [Symbol.dispose]: () => void socket.disconnect(),
  }
}

export const textsOf = (told: readonly Told[]): string[] =>
  told.filter(({ type }) => type === 'new-message').map(({ data }) => data.text)

/** A websocket as programs open it that use no library for Socket.IO. */
export function rawClient(url: string, password: string): { told: Told[]; socket: WebSocket; ready: Promise<void> } {
  const told: Told[] = []
  const ready = Promise.withResolvers<void>()
  const address = `${url.replace('http', 'ws')}/socket.io/?guid=${password}&EIO=4&transport=websocket`
  const socket = new WebSocket(address)
  socket.addEventListener('message', ({ data }) => {
    const packet = String(data)
    if (packet.startsWith('0')) socket.send('40')
    else if (packet === '2') socket.send('3')
    else if (packet.startsWith('40')) ready.resolve()
    else if (packet.startsWith('42')) {
      const [type, about, ...more] = JSON.parse(packet.slice(2))
      if (more.length > 0) throw new Error('An event says one thing.')
      told.push({ type, data: about })
    }
  })
  return { told, socket, ready: ready.promise }
}

export interface ReceivedWebhook extends Told {
  headers: IncomingHttpHeaders
  raw: string
  path: string
  /** The status that was answered. */
  status: number
}

export interface WebhookReceiver extends AsyncDisposable {
  url: string
  received: ReceivedWebhook[]
  /** The deliveries that were accepted, in order. */
  accepted(): ReceivedWebhook[]
  stop(): Promise<void>
  start(): Promise<void>
}

type Answer = (told: Told) => number | Promise<number>

/** A receiver that can be away. `host` is the only address that it listens on. */
export async function webhookReceiver(
  answer: Answer = () => 200,
  host = '127.0.0.1',
  named = host,
): Promise<WebhookReceiver> {
  const received: ReceivedWebhook[] = []
  const server = createServer(async (request, response) => {
    const raw = await text(request)
    const told = JSON.parse(raw) as Told
    const status = await answer(told)
    received.push({ ...told, headers: request.headers, raw, path: request.url ?? '', status })
    response.writeHead(status).end()
  })
  let port = 0
  const start = async () => {
    server.listen(port, host)
    await once(server, 'listening')
    port = (server.address() as AddressInfo).port
  }
  const stop = async () => {
    server.close()
    server.closeAllConnections()
  }
  await start()
  return {
    url: `http://${named}:${port}/hook`,
    received,
    accepted: () => received.filter(({ status }) => status < 300),
    start,
    stop,
    [Symbol.asyncDispose]: stop,
  }
}
