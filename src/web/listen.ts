/** Where the web process can be asked: on both loopbacks of the machine, or at the one address that the settings name. */
import { createServer, type RequestListener, type Server, type ServerOptions } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { isLoopback } from '../domain/access/address.ts'
import { ServiceError } from '../domain/service-error.ts'
import { type Connections, connectionPlaces } from './auth/connections.ts'
import { serverLimits } from './auth/server-limits.ts'
import { onBrokenRequest, onSlowBody } from './broken-request.ts'
import { limitTime } from './request/time-limit.ts'

export interface Listening {
  /** An address, where a name was given, too. */
  address: string
  port: number
  close(): Promise<void>
}

interface Address {
  host: string
  port: number
}

export interface ConnectionLimits {
  requestTimeout: number
  uploadTimeout: number
  keepAliveTimeout: number
  http: ServerOptions
}

const loopbacks = ['127.0.0.1', '::1'] as const

export const needsPassword = (host: string): boolean => !isLoopback(host)

/** Throws `address_in_use`, `address_forbidden` and `address_unavailable`. Of the two loopbacks the second may be missing: not every machine has IPv6. */
export async function listen(
  app: FastifyInstance,
  { host, port }: Address,
  limits: ConnectionLimits = serverLimits,
): Promise<Listening> {
  await app.ready()
  const hosts = (loopbacks as readonly string[]).includes(host) || host === 'localhost' ? loopbacks : [host]
  const servers: Server[] = []
  const close = async () => void (await Promise.all([...servers.map(closed), app.close()]))
  try {
    for (const each of hosts) {
      const server = serverOf(app, limits)
      const isOpen = await opened(server, { host: each, port: portOf(servers) ?? port }).catch((error: unknown) => {
        if (servers.length > 0 && isMissing(error)) return false
        throw error
      })
      if (isOpen) servers.push(server)
    }
  } catch (error) {
    await close()
    throw refusedAddress({ host, port }, error) ?? error
  }
  // An interface that was named with a link-local address is needed to reach it.
  const address = host.includes('%') ? host : (addressOf(servers)?.address ?? host)
  return { address, port: portOf(servers) ?? port, close }
}

const addressOf = ([first]: readonly Server[]): AddressInfo | undefined => first?.address() as AddressInfo | undefined
/** The one that the system has chosen, perhaps. */
const portOf = (servers: readonly Server[]): number | undefined => addressOf(servers)?.port

interface Answering {
  routing: RequestListener
  connections: Connections
}

function serverOf({ routing, connections }: Answering, limits: ConnectionLimits): Server {
  const { http, requestTimeout, uploadTimeout, keepAliveTimeout } = limits
  const onRequest: RequestListener = (request, response) => {
    connections.begin(request, response)
    limitTime(request, requestTimeout, () => onSlowBody(request.socket))
    routing(request, response)
  }
  const server = createServer({ ...http, requestTimeout: uploadTimeout, keepAliveTimeout }, onRequest)
  // Node would answer 417 itself, without a word.
  server.on('checkExpectation', onRequest)
  // Nobody is kept out by it: above half of it one connection goes for each that comes.
  server.maxConnections = 2 * connectionPlaces.inAll
  server.on('clientError', onBrokenRequest)
  // This is no proxy.
  server.on('connect', (_request, socket) => onBrokenRequest(new Error('CONNECT'), socket))
  connections.watch(server)
  return server
}

async function opened(server: Server, { host, port }: Address): Promise<true> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  server.once('error', reject).once('listening', resolve)
  server.listen({ host, port })
  await promise
  server.off('error', reject)
  return true
}

const graceMs = 500

/** What is being answered may end; what still lasts then is cut off. */
async function closed(server: Server): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  server.close(() => resolve())
  server.closeIdleConnections()
  const timer = setTimeout(() => server.closeAllConnections(), graceMs)
  await promise
  clearTimeout(timer)
}

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : '')
const isMissing = (error: unknown): boolean => ['EADDRNOTAVAIL', 'EAFNOSUPPORT'].includes(codeOf(error))

/** The codes of listening and of looking a name up; anything else is no fault of the settings. */
function refusedAddress({ host, port }: Address, cause: unknown): ServiceError | undefined {
  const code = codeOf(cause)
  const details = { host, port }
  if (code === 'EADDRINUSE')
    return new ServiceError('address_in_use', `Port ${port} of ${host} is in use.`, details, { cause })
  if (code === 'EACCES' || code === 'EPERM')
    return new ServiceError('address_forbidden', `The system doesn't let this program use port ${port}.`, details, {
      cause,
    })
  if (isMissing(cause) || code === 'EINVAL' || code === 'ENOTFOUND' || code === 'ENODATA' || code.startsWith('EAI_'))
    return new ServiceError(
      'address_unavailable',
      `\`web.host\` is "${host}", which isn't an address of this Mac.`,
      details,
      {
        cause,
      },
    )
  return undefined
}
