/**
 * `fetch` for programs of this Mac that have a key. Each connection leads to the web process of their own data folder,
 * which proves its identity before anything else is sent. Any other program that listens there learns a random number
 * and nothing more.
 */
import { once } from 'node:events'
import type { Agent, ClientRequest, IncomingMessage, RequestOptions } from 'node:http'
import type { Duplex } from 'node:stream'
import { Readable } from 'node:stream'
import { json } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { ClientError } from '../client/client-error.ts'
import { endpoints } from '../contract/endpoints.ts'
import { errors } from '../contract/errors.ts'
import { type Surface, unreachableRemedy } from '../contract/surfaces.ts'
import { ownUrl } from '../domain/access/own-url.ts'
import { ServiceError } from '../domain/service-error.ts'
import { loadConfig } from '../store/config-in-force.ts'
import { readPid } from '../store/process-lock.ts'
import type { ServiceDir } from '../store/service-dir.ts'
import { isProof, newNonce, readWebAddress, type WebAddress } from '../store/web-address.ts'

/** An import would load the client of `fetch` as well, at every start of a command. */
const http = process.getBuiltinModule('node:http')

/** The request was sent, and its response never came: what it asked for may have been done. */
export class LostResponse extends ClientError {
  constructor(message: string, options?: ErrorOptions) {
    super({ code: 'unreachable', status: 0, message }, options)
  }
}

/** A busy service responds later than an idle one, and a program that only listens never does. */
const proofWithinMs = 10_000
const longestProof = 4_096

export function provenFetch(dir: ServiceDir, surface: Surface): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init)
    const agent = new OneConnection({ keepAlive: true, maxSockets: 1 })
    try {
      const address = await requireProof({ dir, surface, agent, signal: request.signal })
      return await exchange(request, address, agent)
    } catch (error) {
      agent.destroy()
      throw asClientError(error, surface, request.signal.aborted)
    }
  }
}

function asClientError(error: unknown, surface: Surface, isAborted: boolean): unknown {
  if (error instanceof ServiceError) {
    const { code, details } = error
    return new ClientError(
      { code, status: errors[code].status, message: error.messageFor(surface), details },
      { cause: error },
    )
  }
  if (isAborted) return failure("The service didn't answer in time.", surface, error)
  if (!isOfConnection(error)) return error
  const message = `The service ended the connection before it answered. ${unreachableRemedy[surface]}`
  return new LostResponse(message, { cause: error })
}

/**
 * Returns the address of the web process of this data folder, which has just proven its identity; throws `unreachable`.
 */
export async function provenAddress(dir: ServiceDir, surface: Surface): Promise<WebAddress> {
  const agent = new OneConnection({ keepAlive: true, maxSockets: 1 })
  try {
    return await requireProof({ dir, surface, agent })
  } catch (error) {
    throw asClientError(error, surface, false)
  } finally {
    agent.destroy()
  }
}

interface Proving {
  dir: ServiceDir
  surface: Surface
  agent: Agent
  signal?: AbortSignal
}

async function requireProof({ dir, surface, agent, signal }: Proving): Promise<WebAddress> {
  const address = readWebAddress(dir)
  if (address === undefined) throw failure(whatIsMissing(dir), surface)
  const deadline = AbortSignal.timeout(proofWithinMs)
  const nonce = newNonce()
  const path = `${endpoints.prove_identity.path}?nonce=${nonce}`
  const within = signal === undefined ? deadline : AbortSignal.any([deadline, signal])
  let proof: unknown
  try {
    const response = await responseTo(http.request({ ...to(address, agent), path, signal: within }).end())
    proof = ((await json(limited(response))) as { proof?: unknown } | null)?.proof
  } catch (error) {
    if (signal?.aborted) throw error
    const isSilent = isOfConnection(error) || deadline.aborted
    throw failure(isSilent ? nothingAt(dir, address) : foreignAt(dir, address), surface, error)
  }
  if (!isProof(address, nonce, proof)) throw failure(foreignAt(dir, address), surface)
  return address
}

async function exchange(request: Request, address: WebAddress, agent: Agent): Promise<Response> {
  const { pathname, search } = new URL(request.url)
  const headers = { ...Object.fromEntries(request.headers), connection: 'close' }
  const { method, signal } = request
  const options = to(address, agent)
  const sent = http.request({
    ...options,
    headers: { ...headers, ...options.headers },
    method,
    signal,
    path: `${pathname}${search}`,
  })
  const answered = responseTo(sent)
  // A service that responds before it has read everything closes the connection, which is not a failure.
  if (request.body === null) sent.end()
  else pipeline(Readable.fromWeb(request.body), sent).catch(() => undefined)
  return asResponse(await answered)
}

const to = ({ host, port }: WebAddress, agent: Agent) =>
  ({ agent, host, port, headers: { host: `localhost:${port}` } }) satisfies RequestOptions

async function responseTo(sent: ClientRequest): Promise<IncomingMessage> {
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  // The response reports every later failure.
  sent.on('error', () => undefined)
  return response
}

function asResponse(incoming: IncomingMessage): Response {
  const headers = new Headers()
  for (const [name, values = []] of Object.entries(incoming.headersDistinct))
    for (const value of values) headers.append(name, value)
  const status = incoming.statusCode ?? 0
  const isEmpty = status === 204 || status === 304
  if (isEmpty) incoming.resume()
  const body = isEmpty ? null : (Readable.toWeb(incoming) as ReadableStream<Uint8Array>)
  return new Response(body, { status, headers })
}

/** Does not replace a lost connection, since another one would be unproven. */
class OneConnection extends http.Agent {
  #isMade = false

  override createConnection(options: object, callback: (error: Error | null, stream: Duplex) => void) {
    if (!this.#isMade) {
      this.#isMade = true
      return super.createConnection(options, callback)
    }
    const lost = Object.assign(new Error('The connection was lost.'), { code: 'ECONNRESET' })
    setImmediate(() => callback(lost, undefined as never))
    return undefined
  }
}

async function* limited(response: IncomingMessage): AsyncGenerator<Buffer> {
  let bytes = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > longestProof) throw new Error('This is no proof.')
    yield chunk
  }
}

/**
 * Matches errors of connections: refused, reset, unreachable, timed out. Anything that is not HTTP or JSON comes from
 * another program.
 */
const isOfConnection = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && /^E[A-Z]+$/.test(String(error.code))

function whatIsMissing(dir: ServiceDir): string {
  const pid = readPid(dir.webPidFile)
  if (pid !== undefined)
    return `The web process of the data folder ${dir.base} (process ${pid}) doesn't say yet where it listens. If an older release started it, restart it.`
  return `No service of the data folder ${dir.base} runs at ${ownUrl(loadConfig(dir).config.web)}.`
}

const nothingAt = (dir: ServiceDir, address: WebAddress): string =>
  `No service of the data folder ${dir.base} runs at ${ownUrl(address)}.`

const foreignAt = (dir: ServiceDir, address: WebAddress): string =>
  `No service of the data folder ${dir.base} runs at ${ownUrl(address)}: another program answers there. Nothing was sent to it.`

const failure = (message: string, surface: Surface, cause?: unknown): ClientError =>
  new ClientError({ code: 'unreachable', status: 0, message: `${message} ${unreachableRemedy[surface]}` }, { cause })
