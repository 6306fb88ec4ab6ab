/**
 * Clients of Socket.IO that were written without its library, or for its second release (Engine.IO 3): they bring nothing
 * back by which the server could tell where they stopped. Each connects again by itself when it was cut.
 */
export interface CutClient extends Disposable {
  /** Texts of the new messages, in order. */
  texts: string[]
  isOpen(): boolean
  /** Ends the connection as a client does whose network changes; what arrives after that is not handled. */
  cut(): void
}

const pauseMs = 10

/** A message among the packets that a client receives. */
function textIn(packet: string): string | undefined {
  if (!packet.startsWith('42')) return undefined
  const [type, about, ...more] = JSON.parse(packet.slice(2))
  if (more.length > 0) throw new Error('An event says one thing.')
  return type === 'new-message' ? about.text : undefined
}

export function websocketClient(url: string, password: string, engine: 3 | 4): CutClient {
  const texts: string[] = []
  const address = `${url.replace('http', 'ws')}/socket.io/?guid=${password}&EIO=${engine}&transport=websocket`
  let [socket, isOpen, isEnded]: [WebSocket | undefined, boolean, boolean] = [undefined, false, false]
  const open = () => {
    const next = new WebSocket(address)
    socket = next
    next.onmessage = ({ data }) => {
      const packet = String(data)
      if (packet.startsWith('0') && engine === 4) next.send('40')
      else if (packet === '2') next.send('3')
      else if (packet.startsWith('40')) isOpen = true
      texts.push(...[textIn(packet) ?? []].flat())
    }
    next.onclose = () => {
      isOpen = false
      if (!isEnded) setTimeout(open, pauseMs)
    }
  }
  open()
  return {
    texts,
    isOpen: () => isOpen,
    cut: () => socket?.close(),
    [Symbol.dispose]() {
      isEnded = true
      socket?.close()
    },
  }
}

/** Asks again and again, as Engine.IO 3 does where there is no websocket. */
export function pollingClient(url: string, password: string): CutClient {
  const texts: string[] = []
  let isEnded = false
  let current: { sid: string; isCut: boolean } | undefined
  const address = (sid?: string) =>
    `${url}/socket.io/?guid=${password}&EIO=3&transport=polling${sid === undefined ? '' : `&sid=${sid}`}`
  const packetsAt = async (from: string): Promise<string[]> => {
    const response = await fetch(from)
    return response.ok ? packetsIn(await response.text()) : ['1']
  }
  const live = async () => {
    const [opening = '', ...first] = await packetsAt(address())
    const connection = { sid: String(JSON.parse(opening.slice(1)).sid), isCut: false }
    current = connection
    for (let packets = first; ; packets = await packetsAt(address(connection.sid))) {
      if (connection.isCut || packets.includes('1')) break
      for (const packet of packets) texts.push(...[textIn(packet) ?? []].flat())
    }
  }
  const run = async () => {
    while (!isEnded) {
      await live().catch(() => undefined)
      current = undefined
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
  }
  const cut = () => {
    if (current === undefined) return
    current.isCut = true
    fetch(address(current.sid), { method: 'POST', body: '1:1', headers: { 'content-type': 'text/plain' } }).catch(
      () => undefined,
    )
  }
  void run()
  return {
    texts,
    isOpen: () => current !== undefined && !current.isCut,
    cut,
    [Symbol.dispose]() {
      isEnded = true
      cut()
    },
  }
}

/** Each packet follows the number of its characters. */
function packetsIn(payload: string): string[] {
  const packets: string[] = []
  for (let rest = payload; rest !== ''; ) {
    const start = rest.indexOf(':') + 1
    const end = start + Number(rest.slice(0, start - 1))
    packets.push(rest.slice(start, end))
    rest = rest.slice(end)
  }
  return packets
}
