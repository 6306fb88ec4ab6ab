/**
 * Serves the tools over MCP's Streamable HTTP. Each request of the protocol of 2026-07-28 stands for itself. Clients of
 * 2025 begin a session, since only then can they be asked before a text is sent, cancel a call, and fetch an answer
 * whose connection broke.
 */
import { randomUUID } from 'node:crypto'
import {
  createMcpHandler,
  isInitializeRequest,
  isLegacyRequest,
  type McpHttpHandler,
  type Server,
  type ServerContext,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server'
import { KeptEvents } from './kept-events.ts'
import type { McpAccess } from './mcp-access.ts'
import { SendLimit } from './send-limit.ts'
import { mcpServer } from './server.ts'

/** The caller, as the web process has admitted it. */
export interface HttpCaller {
  /** The key, or everyone while no password is set: sessions and limits belong to it. */
  principal: string
  /** Whether the key still exists and has not expired. */
  isAdmitted(): boolean
  access(sendLimit: SendLimit): McpAccess
}

export interface HttpLimits {
  /** Beyond them, the session that was unused for longest ends. */
  sessions: number
  sessionsOfCaller: number
  idleMs: number
  lifeMs: number
  /** Streams of the protocol of 2026-07-28 that are open at the same time. */
  subscriptions: number
  /** How often sessions and streams are checked for a key that was revoked. */
  checkEveryMs: number
}

const hourMs = 3_600_000
export const httpLimits: HttpLimits = {
  sessions: 64,
  sessionsOfCaller: 16,
  // Many clients don't begin a new session by themselves, so one lasts over a night.
  idleMs: 24 * hourMs,
  lifeMs: 7 * 24 * hourMs,
  subscriptions: 64,
  checkEveryMs: 2_000,
}

export interface StreamableHttpOptions {
  version: string
  tell(line: string): void
  nowMs(): number
  limits?: HttpLimits
}

interface Session {
  caller: HttpCaller
  transport: WebStandardStreamableHTTPServerTransport
  begunMs: number
  usedMs: number
}

interface Exchange {
  caller: HttpCaller
  abort: AbortController
}

export class StreamableHttp {
  readonly #options: StreamableHttpOptions
  readonly #limits: HttpLimits
  /** Keyed by id, the session that was unused for longest first. */
  readonly #sessions = new Map<string, Session>()
  /** Requests that are being answered, among them streams. */
  readonly #exchanges = new Set<Exchange>()
  readonly #sendLimits = new Map<string, SendLimit>()
  readonly #modern: McpHttpHandler
  #check: NodeJS.Timeout | undefined

  constructor(options: StreamableHttpOptions) {
    this.#options = options
    this.#limits = options.limits ?? httpLimits
    this.#modern = createMcpHandler(() => this.#server(), {
      legacy: 'reject',
      maxSubscriptions: this.#limits.subscriptions,
    })
  }

  /** `request.signal` aborts when the client is gone. The body was read before. */
  async respond(request: Request, caller: HttpCaller, body: unknown): Promise<Response> {
    const options = { parsedBody: body, authInfo: authInfoOf(caller) }
    if (await isLegacyRequest(request, body)) return this.#inSession(request, caller, options)
    const exchange = this.#begin(caller, request.signal)
    const { signal } = exchange.abort
    return this.#modern.fetch(new Request(request, { signal }), options)
  }

  get sessionCount(): number {
    return this.#sessions.size
  }

  async close(): Promise<void> {
    clearInterval(this.#check)
    for (const { abort } of this.#exchanges) abort.abort()
    await Promise.all([...this.#sessions.keys()].map((id) => this.#end(id)))
    await this.#modern.close()
  }

  /** A session of another key does not exist for this one. */
  async #inSession(
    request: Request,
    caller: HttpCaller,
    options: { parsedBody: unknown; authInfo: ReturnType<typeof authInfoOf> },
  ): Promise<Response> {
    const id = request.headers.get('mcp-session-id')
    if (id === null) {
      if (!isInitializeRequest(options.parsedBody))
        return failure(400, -32_000, 'This request needs the header Mcp-Session-Id, or begins with initialize.')
      return (await this.#newSession(caller)).handleRequest(request, options)
    }
    const session = this.#sessions.get(id)
    if (session === undefined || session.caller.principal !== caller.principal || this.#isOver(session))
      return failure(404, -32_001, 'There is no such session. Begin another one with initialize.')
    session.usedMs = this.#options.nowMs()
    this.#sessions.delete(id)
    this.#sessions.set(id, session)
    if (request.method === 'GET') this.#keepInUse(session, request.signal)
    return session.transport.handleRequest(request, options)
  }

  async #newSession(caller: HttpCaller): Promise<WebStandardStreamableHTTPServerTransport> {
    const { nowMs } = this.#options
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      eventStore: new KeptEvents(),
      onsessioninitialized: async (id) => {
        this.#sessions.set(id, { caller, transport, begunMs: nowMs(), usedMs: nowMs() })
        this.#startChecking()
        await this.#makeRoom(caller)
      },
      onsessionclosed: (id) => void this.#sessions.delete(id),
    })
    await this.#server().connect(transport)
    return transport
  }

  async #makeRoom({ principal }: HttpCaller): Promise<void> {
    const own = [...this.#sessions].filter(([, session]) => session.caller.principal === principal)
    const [oldestOwn, oldest] = [own[0], [...this.#sessions][0]]
    if (own.length > this.#limits.sessionsOfCaller && oldestOwn !== undefined) await this.#end(oldestOwn[0])
    else if (this.#sessions.size > this.#limits.sessions && oldest !== undefined) await this.#end(oldest[0])
  }

  async #end(id: string): Promise<void> {
    const session = this.#sessions.get(id)
    this.#sessions.delete(id)
    await session?.transport.close()
  }

  /** A session is in use as long as its client listens. */
  #keepInUse(session: Session, signal: AbortSignal): void {
    const { nowMs } = this.#options
    const timer = this.#atEachCheck(() => {
      session.usedMs = nowMs()
    })
    signal.addEventListener('abort', () => clearInterval(timer), { once: true })
  }

  #begin(caller: HttpCaller, gone: AbortSignal): Exchange {
    const exchange = { caller, abort: new AbortController() }
    this.#exchanges.add(exchange)
    this.#startChecking()
    const end = () => {
      exchange.abort.abort()
      this.#exchanges.delete(exchange)
    }
    if (gone.aborted) end()
    else gone.addEventListener('abort', end, { once: true })
    return exchange
  }

  #startChecking(): void {
    this.#check ??= this.#atEachCheck(() => this.#endWhatIsOver())
  }

  #atEachCheck(act: () => void): NodeJS.Timeout {
    return setInterval(act, Math.min(this.#limits.checkEveryMs, httpLimits.checkEveryMs)).unref()
  }

  #endWhatIsOver(): void {
    for (const [id, session] of this.#sessions) if (this.#isOver(session)) void this.#end(id)
    for (const { caller, abort } of this.#exchanges) if (!caller.isAdmitted()) abort.abort()
    if (this.#sessions.size > 0 || this.#exchanges.size > 0) return
    clearInterval(this.#check)
    this.#check = undefined
  }

  #isOver({ caller, begunMs, usedMs }: Session): boolean {
    const nowMs = this.#options.nowMs()
    return !caller.isAdmitted() || nowMs - usedMs >= this.#limits.idleMs || nowMs - begunMs >= this.#limits.lifeMs
  }

  #server(): Server {
    const { version, tell } = this.#options
    return mcpServer({ version, tell, access: (context) => this.#accessOf(context) })
  }

  /** The caller of the request itself, not of the one that began the session: its key may have been changed since. */
  #accessOf({ http }: ServerContext): McpAccess {
    const caller = (http as { authInfo?: ReturnType<typeof authInfoOf> } | undefined)?.authInfo?.extra.caller
    if (caller === undefined) throw new Error('A request without a caller.')
    return caller.access(this.#sendLimitOf(caller.principal))
  }

  /**
   * Returns the limit of a key, which is shared because every request of the newer protocol has a server of its own.
   */
  #sendLimitOf(principal: string): SendLimit {
    const limit = this.#sendLimits.get(principal) ?? new SendLimit(this.#options.nowMs)
    this.#sendLimits.set(principal, limit)
    return limit
  }
}

/** Passes the caller through the SDK to the handlers of its request. */
const authInfoOf = (caller: HttpCaller) => ({
  token: '',
  clientId: caller.principal,
  scopes: [],
  extra: { caller },
})

const failure = (status: number, code: number, message: string): Response =>
  Response.json({ jsonrpc: '2.0', error: { code, message }, id: null }, { status })
