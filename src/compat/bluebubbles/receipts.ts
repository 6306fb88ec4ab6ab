/**
 * Finds out up to where the client at the other end of a connection has received what was handed to it, by what its
 * transport answers anyway:
 *
 * - Engine.IO 4 answers pings. One goes out in the same write as the events before it, and since a client handles packets in
 *   their order, the answer proves that it has them.
 * - Engine.IO 3 knows no pings of the server. By websocket, the frames of that protocol are used, which every
 *   implementation of it answers; by polling, the next request comes once the answer before it has been handled.
 */
import type { Socket as NetSocket } from 'node:net'
import type { Socket } from 'socket.io'

export type Conn = Socket['conn']

export interface ReceiptsDeps<Holder> {
  /** The client whose events the connection carries now, with the last one that was handed to it. */
  carried(): { holder: Holder; sent: number } | undefined
  /** The client has everything up to this event. */
  onReceived(holder: Holder, seq: number): void
  nowMs(): number
}

interface Probe<Holder> {
  number: number
  atMs: number
  /** Undefined for a ping that followed no event. */
  carried: { holder: Holder; sent: number } | undefined
}

/** The members that the types of Engine.IO and of its websockets do not show. */
interface OpenWebSocket {
  readyState: number
  _socket?: NetSocket
  ping(data: string): void
  on(event: 'pong', listener: (data: Buffer) => void): void
}
interface OpenTransport {
  name: string
  socket?: OpenWebSocket
  prependListener(event: 'ready', listener: () => void): void
}

const openState = 1
const transportOf = (conn: Conn) => conn.transport as unknown as OpenTransport

/** Whether the client has begun to end the connection, although its end was not told yet. */
export const isEnding = (conn: Conn): boolean => (transportOf(conn).socket?.readyState ?? openState) !== openState

export class Receipts<Holder> {
  readonly #conn: Conn
  readonly #deps: ReceiptsDeps<Holder>
  /** The events that the client has not yet acknowledged, oldest first. */
  #probes: Probe<Holder>[] = []
  #last = 0
  #pongsFrom: OpenWebSocket | undefined

  constructor(conn: Conn, deps: ReceiptsDeps<Holder>) {
    this.#conn = conn
    this.#deps = deps
    conn.on('flush', (packets: { type: string; options?: object }[]) => this.#beforeWrite(packets))
    conn.on('drain', () => this.#afterWrite())
    if (conn.protocol !== 3) conn.on('heartbeat', () => this.#answered(this.#probes[0]?.number))
    else this.#followPolls()
  }

  /** Returns since when the client has owed an answer for what the holder sent; undefined if it owes none. */
  owedSinceMs = (holder: Holder): number | undefined =>
    this.#probes.find(({ carried }) => carried?.holder === holder)?.atMs

  /** Answers for what was handed over before prove nothing from now on. */
  disregard(holder: Holder): void {
    for (const probe of this.#probes) if (probe.carried?.holder === holder) probe.carried = undefined
  }

  /** Corks the socket, so that all leaves in one piece: a client that handles the events acknowledges them, too. */
  #beforeWrite(packets: { type: string; options?: object }[]): void {
    transportOf(this.#conn).socket?._socket?.cork()
    const carried = packets.some(({ type }) => type === 'message') ? this.#deps.carried() : undefined
    if (this.#conn.protocol === 3) {
      if (carried !== undefined) this.#ask(carried)
      return
    }
    // A ping of Engine.IO itself precedes the events, and says nothing about them.
    for (const { type } of packets) if (type === 'ping') this.#ask(undefined)
    if (carried === undefined) return
    packets.push({ type: 'ping', options: {} })
    this.#ask(carried)
  }

  #afterWrite(): void {
    const { socket } = transportOf(this.#conn)
    const newest = this.#probes.at(-1)
    if (this.#conn.protocol === 3 && socket !== undefined && newest !== undefined) {
      this.#followPongs(socket)
      socket.ping(String(newest.number))
    }
    socket?._socket?.uncork()
  }

  #ask(carried: Probe<Holder>['carried']): void {
    this.#probes.push({ number: ++this.#last, atMs: this.#deps.nowMs(), carried })
  }

  /** Takes an answer for one that holds for all that was asked before. */
  #answered(number = 0): void {
    const answered = this.#probes.filter((probe) => probe.number <= number)
    this.#probes = this.#probes.filter((probe) => probe.number > number)
    for (const { carried } of answered) if (carried !== undefined) this.#deps.onReceived(carried.holder, carried.sent)
  }

  #followPolls(): void {
    const transport = transportOf(this.#conn)
    if (transport.name !== 'polling') return
    // Before Engine.IO answers the request with what has come meanwhile.
    transport.prependListener('ready', () => this.#answered(this.#last))
    // The client ends its last request before it changes over.
    this.#conn.once('upgrade', () => this.#answered(this.#last))
  }

  #followPongs(socket: OpenWebSocket): void {
    if (this.#pongsFrom === socket) return
    this.#pongsFrom = socket
    socket.on('pong', (data) => this.#answered(Number(data.toString()) || 0))
  }
}
