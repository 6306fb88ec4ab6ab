/**
 * Decides which connections stay open when there are too many: those of known callers before those of unknown callers,
 * before those without a request. The newest connection always gets in, and the one that has waited longest is closed.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { isLoopback, plainAddress } from '../../domain/access/address.ts'
import { hasBody } from '../request/time-limit.ts'

/**
 * In the order of closing: no request under way, a stranger's, anyone's while no password is set, a session's or key's,
 * a stream.
 */
const standings = ['idle', 'stranger', 'open', 'known', 'stream'] as const
export type Standing = (typeof standings)[number]

export interface Connections {
  /** Counts every connection of a server from now on. */
  watch(server: Server): void
  /** Notes that a request has begun; its caller is not known yet. */
  begin(request: IncomingMessage, response: ServerResponse): void
  /** Notes whose request it is. The rest of its body takes one of the places of its kind. */
  stand(request: IncomingMessage, standing: Standing): void
}

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

export function limitConnections(refusing: Refusing, places: ConnectionPlaces = connectionPlaces): Connections {
  const held = new Map<Socket, Held>()
  /** Sockets of each standing, in the order in which they got it. */
  const standing = new Map<Standing, Set<Socket>>(standings.map((each) => [each, new Set()]))
  const ofAddress = new Map<string, Set<Socket>>()
  const bodies = { stranger: new Set<Socket>(), others: new Set<Socket>() }
  let sweep: NodeJS.Timeout | undefined

  const setOf = (each: Standing): Set<Socket> => standing.get(each) as Set<Socket>

  function come(socket: Socket): void {
    const address = plainAddress(socket.remoteAddress ?? '')
    held.set(socket, { address, standing: 'idle' })
    setOf('idle').add(socket)
    if (!isLoopback(address)) {
      const own = ofAddress.get(address) ?? new Set()
      ofAddress.set(address, own.add(socket))
      if (own.size > places.perAddress) firstToGo(socket, (other) => own.has(other))?.destroy()
    }
    if (held.size > places.inAll) firstToGo(socket)?.destroy()
    else if (setOf('idle').size > places.idle && sweep === undefined) sweep = setTimeout(closeIdle, graceMs)
    socket.once('close', () => leave(socket))
  }

  function leave(socket: Socket): void {
    const { address, standing } = held.get(socket) ?? {}
    held.delete(socket)
    if (standing !== undefined) setOf(standing).delete(socket)
    const own = address === undefined ? undefined : ofAddress.get(address)
    own?.delete(socket)
    if (address !== undefined && own?.size === 0) ofAddress.delete(address)
  }

  function change(socket: Socket, next: Standing): void {
    const own = held.get(socket)
    if (own === undefined) return
    setOf(own.standing).delete(socket)
    own.standing = next
    setOf(next).add(socket)
  }

  function firstToGo(newest: Socket, isOne: (socket: Socket) => boolean = () => true): Socket | undefined {
    for (const each of standings)
      for (const socket of setOf(each)) if (socket !== newest && !socket.destroyed && isOne(socket)) return socket
    return undefined
  }

  function closeIdle(): void {
    sweep = undefined
    const idle = setOf('idle')
    for (const socket of idle) {
      if (idle.size <= places.idle) return
      leave(socket)
      socket.destroy()
    }
  }

  /** Drops the oldest body, since an honest sender's body arrives at once. */
  function takeBody(request: IncomingMessage, kind: keyof typeof bodies): void {
    const { socket } = request
    const taken = bodies[kind]
    const [oldest] = taken
    if (taken.size >= places.bodies[kind] && oldest !== undefined) {
      taken.delete(oldest)
      refuse(oldest, refusing.overloaded)
    }
    taken.add(socket)
    const timer =
      kind === 'stranger'
        ? setTimeout(() => refuse(socket, refusing.tooSlow), places.strangerBodyMs).unref()
        : undefined
    const free = () => {
      clearTimeout(timer)
      taken.delete(socket)
    }
    request.once('end', free).once('close', free)
  }

  /** Only destroys the socket where a response has begun, since nothing more can be said there. */
  function refuse(socket: Socket, tell: (socket: Socket) => void): void {
    if (held.get(socket)?.response?.headersSent !== false) return void socket.destroy()
    change(socket, 'idle')
    tell(socket)
  }

  return {
    watch: (server) => void server.on('connection', come),
    begin({ socket }, response) {
      change(socket, 'stranger')
      const own = held.get(socket)
      if (own !== undefined) own.response = response
      response.once('close', () => {
        if (!socket.destroyed) change(socket, 'idle')
      })
    },
    stand(request, next) {
      change(request.socket, next)
      if (hasBody(request) && !request.complete) takeBody(request, next === 'stranger' ? 'stranger' : 'others')
    },
  }
}
