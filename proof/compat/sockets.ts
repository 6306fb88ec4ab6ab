/**
 * Connects by each kind of socket that clients use, cuts the connection fifty times while a thousand messages come, and
 * counts what was missed and what came twice.
 */
import { until } from '../../test/harness/until.ts'
import { type Came, type Client, cameOf, type Place } from './client.ts'
import { importFrom } from './programs.ts'

const messages = 1_000
const cuts = 50

interface Line {
  isOpen(): boolean
  /** Ends the connection as a network does; the client connects again by itself. */
  cut(): void
  close(): void
}

interface Hearing {
  url: string
  place: Place
  heard(message: { guid?: string; text?: string | null }): void
}

type Open = (hearing: Hearing) => Promise<Line>

type Io = (url: string, options: object) => Socket

interface Socket {
  connected: boolean
  io: { engine: { close(): void } }
  on(event: string, listener: (message: never) => void): void
  close(): void
}

/** Opens a socket with the library of Socket.IO; the second release of it speaks Engine.IO 3. */
const byLibrary =
  (library: 'socket.io-client' | 'socket.io-client-2', transport: 'websocket' | 'polling'): Open =>
  async ({ url, place: { folder, password }, heard }) => {
    const module = await importFrom<{ default: Io; io?: Io }>(folder, library)
    const io = module.io ?? module.default
    const socket = io(url, {
      query: { guid: password },
      transports: [transport],
      forceNew: true,
      reconnectionDelay: 20,
      reconnectionDelayMax: 200,
    })
    socket.on('new-message', heard)
    return {
      isOpen: () => socket.connected,
      cut: () => socket.io.engine.close(),
      close: () => socket.close(),
    }
  }

/** Opens a socket as mautrix does, without a library. */
const byHand: Open = async ({ url, place: { password }, heard }) => {
  let [socket, isOpen, isEnded]: [WebSocket | undefined, boolean, boolean] = [undefined, false, false]
  const open = () => {
    const next = new WebSocket(
      `${url.replace('http', 'ws')}/socket.io/?guid=${encodeURIComponent(password)}&EIO=4&transport=websocket`,
    )
    socket = next
    next.onopen = () => next.send('40')
    next.onmessage = ({ data }) => {
      const frame = String(data)
      if (frame.startsWith('40')) isOpen = true
      if (frame === '2') next.send('3')
      if (!frame.startsWith('42')) return
      const [event, message] = JSON.parse(frame.slice(2)) as [string, { guid: string; text: string }]
      if (event === 'new-message') heard(message)
    }
    next.onclose = () => {
      isOpen = false
      if (!isEnded) setTimeout(open, 20)
    }
    next.onerror = () => undefined
  }
  open()
  return {
    isOpen: () => isOpen,
    cut: () => socket?.close(),
    close() {
      isEnded = true
      socket?.close()
    },
  }
}

async function throughCuts(place: Place, open: Open): Promise<Came> {
  const counts = new Map<string, number>()
  const heard = ({ text }: { text?: string | null }) => void (text && counts.set(text, (counts.get(text) ?? 0) + 1))
  const line = await open({ url: place.listener, place, heard })
  const words = `Number ${Date.now()}`
  try {
    await until(line.isOpen, { withinMs: 30_000, describe: () => 'the socket to open' })
    const all = Array.from({ length: messages }, (_, index) => `${words} ${index}`)
    for (const [index, text] of all.entries()) {
      place.arrive(text)
      if (index % (messages / cuts) !== 9) continue
      await until(line.isOpen, { withinMs: 30_000, describe: () => `the socket to open again after message ${index}` })
      // Something has to arrive between two cuts, or the last cut would be the only one that counts.
      const reached = counts.size
      await until(() => counts.size > reached, { withinMs: 10_000, everyMs: 20 }).catch(() => undefined)
      line.cut()
    }
    const missing = () => all.filter((text) => !counts.has(text))
    await until(() => missing().length === 0, { withinMs: 60_000, everyMs: 100 }).catch(() => undefined)
    const twice = all.filter((text) => (counts.get(text) ?? 0) > 1)
    const [missed] = [missing()]
    const shown = (list: readonly string[]) => list.slice(0, 5).map((text) => text.split(' ').at(-1))
    return cameOf(place, {
      findings: [
        ...(missed.length > 0 ? [`${missed.length} of ${messages} missed, such as ${shown(missed)}`] : []),
        ...(twice.length > 0 ? [`${twice.length} of ${messages} came more than once, such as ${shown(twice)}`] : []),
      ],
      differs: [
        'messages that arrive while the connection is cut are sent after the reconnect; the original does not send them',
      ],
      said: `${cuts} reconnects during ${messages} messages: ${missed.length} missed, ${twice.length} received twice`,
    })
  } finally {
    line.close()
  }
}

const socketClient = (name: string, release: string, open: Open): Client => ({
  name,
  release,
  door: 'BlueBubbles',
  does: `receives ${messages.toLocaleString('en')} new messages while its connection is cut ${cuts} times`,
  programs: 'clients',
  run: async (place) => {
    const came = await throughCuts(place, open)
    return {
      ...came,
      calls: ['WebSocket /socket.io', ...came.calls].filter((call, index, all) => all.indexOf(call) === index),
    }
  },
})

export const sockets: readonly Client[] = [
  socketClient(
    'socket-4-websocket',
    'socket.io-client 4.8.4, websocket only',
    byLibrary('socket.io-client', 'websocket'),
  ),
  socketClient('socket-4-polling', 'socket.io-client 4.8.4, polling only', byLibrary('socket.io-client', 'polling')),
  socketClient(
    'socket-2-websocket',
    'socket.io-client 2.5.0, websocket only',
    byLibrary('socket.io-client-2', 'websocket'),
  ),
  socketClient('socket-2-polling', 'socket.io-client 2.5.0, polling only', byLibrary('socket.io-client-2', 'polling')),
  socketClient('raw-websocket', 'a WebSocket without a library, as in mautrix-imessage', byHand),
]
