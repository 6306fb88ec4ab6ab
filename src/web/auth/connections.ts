/**
 * Decides which connections stay open when there are too many: those of known callers before those of unknown callers,
 * before those without a request. The newest connection always gets in, and the one that has waited longest is closed.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { isLoopback, plainAddress } from '../../domain/access/address.ts'
import { hasBody } from '../request/time-limit.ts'

/** In the order of closing: idle, a stranger's, anyone's while no password is set, a session's or key's, a stream. */
const standings = ['idle', 'stranger', 'open', 'known', 'stream'] as const
export type Standing = (typeof standings)[number]

export interface ConnectionPlaces {
  /** Limit for all connections. Beyond it, each new connection closes another one. */
  inAll: number
  /** Limit for connections without a request. */
  idle: number
  /** Limit for one address of the network. It does not apply on this Mac, where all come from the same address. */
  perAddress: number
  /** Limits for bodies that arrive at the same time, from strangers and from everyone else. */
  bodies: { stranger: number; others: number }
  /** Time that the body of a stranger may take. */
  strangerBodyMs: number
}

export const connectionPlaces: ConnectionPlaces = {
  inAll: 512,
  idle: 240,
  perAddress: 128,
  bodies: { stranger: 16, others: 128 },
  strangerBodyMs: 5_000,
}

export interface Refusing {
  /** Responds to a request whose body gives way to a newer one. */
  overloaded(socket: Socket): void
  /** Responds to a request whose body has taken too long. */
  tooSlow(socket: Socket): void
}

interface Held {
  address: string
  standing: Standing
  response?: ServerResponse
}

/** A request that came together with its connection has been read by then. */
const graceMs = 20

export class Connections {
  readonly #refusing: Refusing
  readonly #places: ConnectionPlaces
  readonly #held = new Map<Socket, Held>()
  /** Sockets of each standing, in the order in which they got it. */
  readonly #ofStanding = new Map<Standing, Set<Socket>>(standings.map((each) => [each, new Set()]))
  readonly #ofAddress = new Map<string, Set<Socket>>()
  readonly #bodies = { stranger: new Set<Socket>(), others: new Set<Socket>() }
  #sweep: NodeJS.Timeout | undefined

  constructor(refusing: Refusing, places: ConnectionPlaces = connectionPlaces) {
    this.#refusing = refusing
    this.#places = places
  }

  /** Counts every connection of a server from now on. */
  watch(server: Server): void {
    server.on('connection', (socket) => this.#add(socket))
  }

  /** Notes that a request has begun; its caller is not known yet. */
  begin({ socket }: IncomingMessage, response: ServerResponse): void {
    this.#change(socket, 'stranger')
    const own = this.#held.get(socket)
    if (own !== undefined) own.response = response
    response.once('close', () => {
      if (!socket.destroyed) this.#change(socket, 'idle')
    })
  }

  /** Notes whose request it is. The rest of its body takes one of the places of its kind. */
  stand(request: IncomingMessage, standing: Standing): void {
    this.#change(request.socket, standing)
    if (hasBody(request) && !request.complete) this.#takeBody(request, standing === 'stranger' ? 'stranger' : 'others')
  }

  #setOf(standing: Standing): Set<Socket> {
    return this.#ofStanding.get(standing) as Set<Socket>
  }

  #add(socket: Socket): void {
    const { perAddress, inAll, idle } = this.#places
    const address = plainAddress(socket.remoteAddress ?? '')
    this.#held.set(socket, { address, standing: 'idle' })
    this.#setOf('idle').add(socket)
    if (!isLoopback(address)) {
      const own = this.#ofAddress.get(address) ?? new Set()
      this.#ofAddress.set(address, own.add(socket))
      if (own.size > perAddress) this.#firstToGo(socket, (other) => own.has(other))?.destroy()
    }
    if (this.#held.size > inAll) this.#firstToGo(socket)?.destroy()
    else if (this.#setOf('idle').size > idle) this.#sweep ??= setTimeout(() => this.#closeIdle(), graceMs)
    socket.once('close', () => this.#remove(socket))
  }

  #remove(socket: Socket): void {
    const { address, standing } = this.#held.get(socket) ?? {}
    this.#held.delete(socket)
    if (standing !== undefined) this.#setOf(standing).delete(socket)
    const own = address === undefined ? undefined : this.#ofAddress.get(address)
    own?.delete(socket)
    if (address !== undefined && own?.size === 0) this.#ofAddress.delete(address)
  }

  #change(socket: Socket, next: Standing): void {
    const own = this.#held.get(socket)
    if (own === undefined) return
    this.#setOf(own.standing).delete(socket)
    own.standing = next
    this.#setOf(next).add(socket)
  }

  #firstToGo(newest: Socket, isOne: (socket: Socket) => boolean = () => true): Socket | undefined {
    for (const each of standings)
      for (const socket of this.#setOf(each)) if (socket !== newest && !socket.destroyed && isOne(socket)) return socket
    return undefined
  }

  #closeIdle(): void {
    this.#sweep = undefined
    const idle = this.#setOf('idle')
    for (const socket of idle) {
      if (idle.size <= this.#places.idle) return
      this.#remove(socket)
      socket.destroy()
    }
  }

  /** Drops the oldest body, since an honest sender's body arrives at once. */
  #takeBody(request: IncomingMessage, kind: 'stranger' | 'others'): void {
    const { socket } = request
    const taken = this.#bodies[kind]
    const [oldest] = taken
    if (taken.size >= this.#places.bodies[kind] && oldest !== undefined) {
      taken.delete(oldest)
      this.#refuse(oldest, this.#refusing.overloaded)
    }
    taken.add(socket)
    const timer = kind === 'stranger' ? this.#limitTime(socket) : undefined
    const free = () => {
      clearTimeout(timer)
      taken.delete(socket)
    }
    request.once('end', free).once('close', free)
  }

  #limitTime(socket: Socket, { strangerBodyMs } = this.#places): NodeJS.Timeout {
    return setTimeout(() => this.#refuse(socket, this.#refusing.tooSlow), strangerBodyMs).unref()
  }

  /** Refuses a connection. If a response has begun, nothing more can be said, and the socket is destroyed. */
  #refuse(socket: Socket, tell: (socket: Socket) => void): void {
    if (this.#held.get(socket)?.response?.headersSent !== false) return void socket.destroy()
    this.#change(socket, 'idle')
    tell(socket)
  }
}
