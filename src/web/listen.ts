/** Listens on both loopback addresses of the machine, or on the one address that the settings name. */

import type { RequestListener, Server, ServerOptions } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { errnoOf, hasErrno } from '../base/errors.ts'
import { isLoopback } from '../domain/access/address.ts'
import { ServiceError } from '../domain/service-error.ts'
import { type Connections, connectionPlaces } from './auth/connections.ts'
import { serverLimits } from './auth/server-limits.ts'
import { onBrokenRequest, onSlowBody } from './broken-request.ts'
import { limitTime } from './request/time-limit.ts'

export interface Listening {
  /** The IP address, also where a name was given. */
  address: string
  port: number
  /** The servers, one for each address. */
  servers: readonly Server[]
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

/**
 * Throws `address_in_use`, `address_forbidden` and `address_unavailable`. The second loopback address may be missing,
 * since not every machine has IPv6.
 */
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
  // The zone in a link-local address is needed to reach it, so the name is kept as given.
  const address = host.includes('%') ? host : (addressOf(servers)?.address ?? host)
  return { address, port: portOf(servers) ?? port, servers, close }
}

const addressOf = ([first]: readonly Server[]): AddressInfo | undefined => first?.address() as AddressInfo | undefined
/** The port in use, which the system may have chosen. */
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
  // An import would load the client of `fetch` as well, for as long as the process runs.
  const { createServer } = process.getBuiltinModule('node:http')
  const server = createServer({ ...http, requestTimeout: uploadTimeout, keepAliveTimeout }, onRequest)
  // Without this handler, Node would respond 417 without a body.
  server.on('checkExpectation', onRequest)
  // This limit keeps nobody out: above half of it, each new connection closes another one.
  server.maxConnections = 2 * connectionPlaces.inAll
  server.on('clientError', onBrokenRequest)
  // This server is no proxy.
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

/** Lets current responses end, and cuts off those that last longer than the grace period. */
async function closed(server: Server): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  server.close(() => resolve())
  server.closeIdleConnections()
  const timer = setTimeout(() => server.closeAllConnections(), graceMs)
  await promise
  clearTimeout(timer)
}

const isMissing = (error: unknown): boolean => hasErrno(error, 'EADDRNOTAVAIL', 'EAFNOSUPPORT')

/** Knows the codes of listening and of name lookup; any other error is not caused by the settings. */
function refusedAddress({ host, port }: Address, cause: unknown): ServiceError | undefined {
  const code = errnoOf(cause) ?? ''
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
