/**
 * The Socket.IO server of the BlueBubbles listener: tells every connected client what is told, in one order, and lets a
 * client whose connection broke continue where it stopped.
 *
 * A client that speaks Socket.IO 4 brings along the place of the last event that it handled. All others continue after
 * what they are known to have received (`receipts.ts`).
 */
import { createHash } from 'node:crypto'
import type { Server as HttpServer, IncomingMessage } from 'node:http'
import { Server, type Socket } from 'socket.io'
import type { Caller } from '../../actions/action.ts'
import { messageOf } from '../../base/errors.ts'
import { atMostEvery } from '../../base/throttle.ts'
import type { Logger } from '../../contract/log-entry.ts'
import { unlessFailed } from '../../domain/service-error.ts'
import type { BlueBubblesFile, ToldEvent } from '../../store/bluebubbles-file.ts'
import { passwordIn } from './input.ts'
import { type Conn, isEnding, Receipts } from './receipts.ts'
import type { RenderedEvent } from './render-event.ts'

/** Names the places of events for one client, so that those of a limited key tell nothing of what lies between them. */
export interface Places {
  of(seq: number): number
  /** Undefined for a number that is no place. */
  position(place: number): number | undefined
}

export interface SocketsDeps {
  file: BlueBubblesFile
  log: Logger
  nowMs(): number
  /** Returns who asks with this password; undefined where nobody does. */
  admit(password: string, request: IncomingMessage): Caller
  /** Whether a caller that was admitted still is. */
  stillAdmitted(caller: Caller): boolean
  placesFor(caller: Caller): Places
  /** Returns for each event what a client is told of it; undefined where there is nothing to tell. */
  render(events: readonly ToldEvent[], caller: Caller): Promise<(RenderedEvent | undefined)[]>
}

/** Bounds the time after which a client that lost its connection may still continue where it stopped. */
const resumeMs = 10 * 60_000
const mostSockets = 100
const mostRequestBytes = 100_000
const pageSize = 50
/** Bounds the events on their way to one client; the rest stays where it is read from. */
const mostUnconfirmed = 200
/** A client that answers no ping for so long is cut: it reads too slowly, or is gone. */
const silentMs = 60_000
/** A connection that owes an answer for so long may be a dead one, whose client has connected anew. */
const doubtfulMs = 2_000
/** Bounds the time for which the former connection of a client may outlive the beginning of its next one. */
const overlapMs = 5_000
const checkEveryMs = 2_000
const mostRemembered = 500
const warnEveryMs = 600_000

interface Connection {
  socket: Socket
  caller: Caller
  /** Under which it is found again: by what the client is, and by the id that Socket.IO 4 brings back. */
  names: readonly string[]
  /** Whether the client keeps the place of the last event that it handled. */
  keepsPlace: boolean
  places: Places
  /** The last event that was handed to the connection, and the last one that the client is known to have. */
  sent: number
  confirmed: number
  /** Set while it is told what a former connection still owed; nothing later counts as received before that. */
  owesAfter?: number | undefined
  isPumping: boolean
  sinceMs: number
  /** The newest event when it began, and the one after which it began. */
  startedAt: number
  startedAfter: number
  /** Whether it began where a former connection had stopped. */
  hasResumed: boolean
  /** Whether the client has continued elsewhere already. */
  isReplaced: boolean
}

/** The fields of a socket that its types do not show. */
type OpenSocket = { pid?: string }

export class Sockets {
  readonly #deps: SocketsDeps
  readonly #io: Server
  readonly #engines: Server['engine'][] = []
  readonly #connections = new Set<Connection>()
  readonly #receipts = new WeakMap<Conn, Receipts<Connection>>()
  /** The connection of each client that began last, whether it still is or not. */
  readonly #lastBegun = new Map<string, Connection>()
  readonly #rendered = new Map<string, Promise<RenderedEvent | undefined>>()
  readonly #mayWarn = atMostEvery(warnEveryMs)
  readonly #checks: NodeJS.Timeout

  constructor(deps: SocketsDeps) {
    this.#deps = deps
    this.#io = new Server({
      path: '/socket.io',
      serveClient: false,
      allowEIO3: true,
      pingInterval: 60_000,
      pingTimeout: 120_000,
      maxHttpBufferSize: mostRequestBytes,
      cors: { origin: '*' },
    })
    this.#io.use((socket, next) => {
      this.#prepare(socket)
      next()
    })
    this.#io.on('connection', (socket) => this.#connect(socket))
    this.#checks = setInterval(() => this.#check(), checkEveryMs).unref()
  }

  /** Accepts clients at these servers, each of which has an engine of its own. */
  attach(servers: readonly HttpServer[]): void {
    for (const server of servers) {
      this.#io.attach(server)
      this.#engines.push(this.#io.engine)
    }
  }

  /** Called after something was told. */
  tell(): void {
    for (const connection of this.#connections) void this.#pump(connection)
  }

  /** Leaves the HTTP server to whoever opened it. */
  close(): void {
    clearInterval(this.#checks)
    this.#io.disconnectSockets(true)
    for (const engine of this.#engines) engine.close()
  }

  /** Clients of Socket.IO 4 bring this id back when they connect again. */
  #prepare(socket: Socket): void {
    const caller = this.#callerOf(socket)
    if (caller === undefined || socket.conn.protocol === 3) return
    const given = textIn(socket.handshake.auth.pid)
    const offset = this.#validOffset(socket)
    const isKnown = given !== undefined && (offset !== undefined || this.#liveNamed(`pid ${given}`) !== undefined)
    ;(socket as unknown as OpenSocket).pid = isKnown ? given : createPid()
  }

  readonly #callers = new WeakMap<Socket, Caller>()

  #callerOf(socket: Socket): Caller | undefined {
    const known = this.#callers.get(socket)
    if (known !== undefined) return known
    const password = passwordOf(socket)
    const caller = password === undefined ? undefined : unlessFailed(() => this.#deps.admit(password, socket.request))
    if (caller === undefined || !caller.scopes.includes('read')) return undefined
    this.#callers.set(socket, caller)
    return caller
  }

  #connect(socket: Socket): void {
    const caller = this.#callers.get(socket)
    if (caller === undefined || this.#connections.size >= mostSockets) return void socket.disconnect(true)
    const { pid } = socket as unknown as OpenSocket
    const names = [nameOf(socket, caller), ...(pid === undefined ? [] : [`pid ${pid}`])]
    const { seq, hasResumed } = this.#startOf(socket, names)
    const connection: Connection = {
      socket,
      caller,
      names,
      keepsPlace: keepsPlace(socket),
      places: this.#deps.placesFor(caller),
      sent: seq,
      confirmed: seq,
      isPumping: false,
      sinceMs: this.#deps.nowMs(),
      startedAt: this.#deps.file.newestSeq(),
      startedAfter: seq,
      hasResumed,
      isReplaced: false,
    }
    this.#connections.add(connection)
    this.#noteBegun(connection)
    this.#followReceipts(socket.conn)
    socket.onAny((event: string, ...args: unknown[]) => answerRequest(socket, event, args))
    socket.on('disconnect', () => this.#forget(connection))
    if (textIn(socket.handshake.auth.apiKey) !== undefined) socket.emit('auth-ok')
    void this.#pump(connection)
  }

  /** Returns the last event that the client has. */
  #startOf(socket: Socket, names: readonly string[]): { seq: number; hasResumed: boolean } {
    const { file, nowMs } = this.#deps
    const newest = file.newestSeq()
    const noted = names.flatMap((name) => file.takeResume(name) ?? [])
    const left = this.#leftBy(names)
    for (const one of left) one.isReplaced = true
    const offset = this.#validOffset(socket)
    if (offset !== undefined) return { seq: offset, hasResumed: true }
    const dead = [...left, ...this.#doubtfulNamed(names[0])].map(({ confirmed }) => confirmed)
    const fresh = noted.filter(({ atMs, seq }) => atMs > nowMs() - resumeMs && seq <= newest).map(({ seq }) => seq)
    const known = [...fresh, ...dead]
    return { seq: Math.min(newest, ...known), hasResumed: known.length > 0 }
  }

  /** The place that the client brings along, as long as what follows it is recent. */
  #validOffset(socket: Socket): number | undefined {
    const { file, nowMs } = this.#deps
    const given = textIn(socket.handshake.auth.offset)
    const caller = this.#callers.get(socket)
    if (caller === undefined || given === undefined || !/^\d{1,15}$/.test(given)) return undefined
    const seq = this.#deps.placesFor(caller).position(Number(given))
    if (seq === undefined || seq > file.newestSeq()) return undefined
    const [next] = file.toldAfter(seq, 1)
    return next === undefined || next.toldMs > nowMs() - resumeMs ? seq : undefined
  }

  #liveNamed = (name: string): Connection | undefined =>
    [...this.#connections].find(({ names }) => names.includes(name))

  /** Connections that the client has given up. */
  #leftBy = ([name, pidName]: readonly string[]): Connection[] =>
    [...this.#connections].filter(
      ({ names, socket }) =>
        (pidName !== undefined && names[1] === pidName) || (names[0] === name && isEnding(socket.conn)),
    )

  /** Connections that may be dead ones of the same client, since they have owed an answer for a while. */
  #doubtfulNamed(name: string | undefined): Connection[] {
    const sinceMs = this.#deps.nowMs() - doubtfulMs
    return [...this.#connections].filter(
      (one) => one.names[0] === name && (this.#owedSinceMs(one) ?? Number.POSITIVE_INFINITY) < sinceMs,
    )
  }

  #forget(connection: Connection): void {
    this.#connections.delete(connection)
    const { file, nowMs, stillAdmitted } = this.#deps
    if (connection.isReplaced || this.#isContinued(connection) || !stillAdmitted(connection.caller)) return
    const { confirmed, names } = connection
    const successor = this.#successorOf(connection)
    if (successor !== undefined) void this.#fill(successor, confirmed)
    try {
      for (const client of successor === undefined ? names : names.slice(1))
        file.noteResume({ client, seq: confirmed, atMs: nowMs() })
    } catch (error) {
      this.#warn(error)
    }
  }

  #noteBegun(connection: Connection): void {
    const [name = ''] = connection.names
    this.#lastBegun.delete(name)
    this.#lastBegun.set(name, connection)
    for (const first of this.#lastBegun.keys())
      if (this.#lastBegun.size > mostRemembered) this.#lastBegun.delete(first)
      else break
  }

  /** Whether a later connection of the client, which has ended before this one, was told all that this one lacks. */
  #isContinued(connection: Connection): boolean {
    const last = this.#lastBegun.get(connection.names[0] ?? '')
    if (last === undefined || last === connection || this.#connections.has(last)) return false
    return last.sinceMs >= this.#deps.nowMs() - overlapMs && last.startedAfter <= connection.confirmed
  }

  /** A client may have connected anew before the end of its former connection is noticed. */
  #successorOf({ names: [name], sinceMs }: Connection): Connection | undefined {
    const recentMs = this.#deps.nowMs() - overlapMs
    const successor = [...this.#connections].findLast(
      (one) => one.names[0] === name && !one.hasResumed && one.sinceMs >= Math.max(recentMs, sinceMs),
    )
    if (successor !== undefined) successor.hasResumed = true
    return successor
  }

  /** Tells a client what its former connection still owed to it when the client had connected anew already. */
  async #fill(connection: Connection, after: number): Promise<void> {
    const { confirmed, startedAt, socket } = connection
    try {
      const missed = this.#deps.file.toldAfter(after, mostUnconfirmed).filter(({ seq }) => seq <= startedAt)
      if (missed.length === 0) return
      connection.owesAfter = after
      connection.confirmed = Math.min(confirmed, after)
      this.#receipts.get(socket.conn)?.disregard(connection)
      const rendered = await this.#render(missed, connection.caller)
      const last = rendered.findLastIndex((one) => one !== undefined)
      if (last === -1) connection.confirmed = Math.max(confirmed, connection.confirmed)
      for (const [at, event] of missed.entries()) {
        if (at === last) connection.owesAfter = undefined
        this.#hand(connection, event, rendered[at])
      }
    } catch (error) {
      this.#warn(error)
    }
    connection.owesAfter = undefined
  }

  /** Hands over what the client does not have yet, as much as may be on its way. */
  async #pump(connection: Connection): Promise<void> {
    if (connection.isPumping) return
    connection.isPumping = true
    try {
      while (connection.socket.connected) {
        const most = Math.min(pageSize, connection.confirmed + mostUnconfirmed - connection.sent)
        const events = most > 0 ? this.#deps.file.toldAfter(connection.sent, most) : []
        if (events.length === 0) break
        const rendered = await this.#render(events, connection.caller)
        if (connection.socket.connected)
          for (const [at, event] of events.entries()) this.#emit(connection, event, rendered[at])
      }
    } catch (error) {
      this.#warn(error)
    }
    connection.isPumping = false
  }

  #emit(connection: Connection, event: ToldEvent, rendered: RenderedEvent | undefined): void {
    // First, since handing it over may write it at once.
    connection.sent = event.seq
    this.#hand(connection, event, rendered)
  }

  #hand(connection: Connection, { seq }: ToldEvent, rendered: RenderedEvent | undefined): void {
    if (rendered === undefined) return
    const { socket, keepsPlace: withPlace, places } = connection
    // A place counts only as the last argument, and clients without one would take it for a part of the event.
    socket.emit(rendered.type, rendered.data, ...(withPlace ? [String(places.of(seq))] : []))
  }

  #followReceipts(conn: Conn): void {
    if (this.#receipts.has(conn)) return
    const receipts = new Receipts<Connection>(conn, {
      nowMs: () => this.#deps.nowMs(),
      carried: () => {
        const holder = [...this.#connections].find(({ socket }) => socket.conn === conn)
        return holder && { holder, sent: holder.owesAfter ?? holder.sent }
      },
      onReceived: (holder, seq) => {
        if (holder.owesAfter === undefined) holder.confirmed = Math.max(holder.confirmed, seq)
        void this.#pump(holder)
      },
    })
    this.#receipts.set(conn, receipts)
  }

  #owedSinceMs = (connection: Connection): number | undefined =>
    this.#receipts.get(connection.socket.conn)?.owedSinceMs(connection)

  /** All clients without a grant are told the same. */
  async #render(events: readonly ToldEvent[], caller: Caller): Promise<(RenderedEvent | undefined)[]> {
    const view = caller.grant === null ? '' : ` ${caller.id} ${JSON.stringify(caller.grant)}`
    const nameOf = ({ seq }: ToldEvent) => `${seq}${view}`
    const unknown = events.filter((event) => !this.#rendered.has(nameOf(event)))
    if (unknown.length > 0) {
      const all = this.#deps.render(unknown, caller)
      for (const [at, event] of unknown.entries()) {
        const one = all.then((rendered) => rendered[at])
        // A failed rendering is tried again by the next caller; those who wait for this one get its error.
        one.catch(() => this.#rendered.delete(nameOf(event)))
        this.#rendered.set(nameOf(event), one)
      }
    }
    const rendered = Promise.all(events.map((event) => this.#rendered.get(nameOf(event))))
    for (const name of this.#rendered.keys())
      if (this.#rendered.size > mostRemembered) this.#rendered.delete(name)
      else break
    return rendered
  }

  #check(): void {
    const { nowMs, stillAdmitted } = this.#deps
    for (const connection of this.#connections) {
      const { socket, caller } = connection
      const isSilent = (this.#owedSinceMs(connection) ?? nowMs()) < nowMs() - silentMs
      if (isSilent || !stillAdmitted(caller)) socket.disconnect(true)
      // Goes on after a failure.
      else void this.#pump(connection)
    }
  }

  #warn(error: unknown): void {
    if (this.#mayWarn()) this.#deps.log.warn(`clients of the BlueBubbles listener wait: ${messageOf(error)}`)
  }
}

const textIn = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : Array.isArray(value) ? textIn(value[0]) : undefined

/** The password of the handshake: where requests have it, or in `auth`. */
function passwordOf({ handshake: { query, auth, headers } }: Socket): string | undefined {
  const given = [passwordIn(query, headers), auth.apiKey, auth.password, auth.guid, auth.token]
  return given
    .map(textIn)
    .find((one) => one !== undefined)
    ?.trim()
}

const createPid = (): string => createHash('sha256').update(crypto.randomUUID()).digest('base64url').slice(0, 20)

/** Describes a client that brings nothing back, as far as that can be told. */
function nameOf({ conn, request, handshake }: Socket, { id }: Caller): string {
  const what = [id, handshake.address, request.headers['user-agent'] ?? '', conn.protocol]
  return createHash('sha256').update(JSON.stringify(what)).digest('base64url')
}

/**
 * Whether a client is Socket.IO's own for JavaScript, from version 4 on, which keeps the last argument of an event as
 * its place. The client for Dart hands such an event to the BlueBubbles app as a list, and fails.
 */
function keepsPlace({ conn, request, handshake }: Socket): boolean {
  if (conn.protocol === 3) return false
  if (textIn(handshake.auth.pid) !== undefined) return true
  return /^(Mozilla\/|node-XMLHttpRequest)/.test(request.headers['user-agent'] ?? '')
}

/** Requests over the socket are the way of old clients; today's use it to listen. */
function answerRequest(socket: Socket, event: string, args: unknown[]): void {
  const answer = {
    status: 400,
    message: 'Bad Request',
    error: { type: 'Validation Error', message: `${event} is not answered over the socket: use the REST API.` },
    encrypted: false,
  }
  const last = args.at(-1)
  if (typeof last === 'function') last(answer)
  else socket.emit(event, answer)
}
