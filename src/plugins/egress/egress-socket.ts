/**
 * The egress socket, the only way out of a plugin's sandbox: a unix socket that leads to the places the plugin may
 * reach, and nowhere else.
 */
import { rmSync } from 'node:fs'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { networkInterfaces } from 'node:os'
import { literalAddress, placeRefusal } from '../../domain/egress.ts'
import { claimOn, type Place, type Places } from '../../domain/egress-places.ts'
import { firstLine } from './first-line.ts'
import { askSystem, lookupAllowed, type Resolver } from './lookup-allowed.ts'
import { acceptance, longestLine, refusal, requestedPlace } from './request-line.ts'

export interface EgressSocketOptions {
  path: string
  places: Places
  /** The port of the web process. */
  ownPort(): number
  onDenied(place: Place | undefined, reason: string): void
  onCarried(place: Place, bytes: { sent: number; received: number }): void
  resolve?: Resolver
}

const mostConnections = 128
const requestLimitMs = 5_000
const connectLimitMs = 10_000

export function openEgressSocket(options: EgressSocketOptions): Promise<Server> {
  // A process that was killed may have left its socket here.
  rmSync(options.path, { force: true })
  const server = createServer({ allowHalfOpen: true }, (client) => serve(client, options))
  server.maxConnections = mostConnections
  return new Promise((resolve, reject) => {
    server.once('error', reject).listen(options.path, () => resolve(server))
  })
}

function serve(client: Socket, options: EgressSocketOptions): void {
  const late = setTimeout(() => client.destroy(), requestLimitMs)
  client.on('error', () => client.destroy())
  firstLine(client, longestLine, (line) => {
    clearTimeout(late)
    if (line === undefined) client.destroy()
    else reach(client, requestedPlace(line), options)
  })
}

/** A refusal by the rules, in words for the plugin's author. */
class Denied extends Error {
  readonly code = 'EACCES'
}

function reach(client: Socket, place: Place | undefined, options: EgressSocketOptions): void {
  try {
    carry(client, place as Place, dial(place, options), options)
  } catch (error) {
    turnAway(client, place, { error: error as Error, options })
  }
}

/** Throws `Denied`, or returns a connection that fails with it once the name is looked up. */
function dial(place: Place | undefined, { places, ownPort, resolve = askSystem }: EgressSocketOptions): Socket {
  if (place === undefined) throw new Denied('the request makes no sense')
  const { host, port } = place
  const claim = claimOn(places, place)
  if (claim === undefined) throw new Denied('neither NETWORK of its class nor a setting of the user names this place')
  const refusalOf = (address: string) =>
    placeRefusal(claim, { address, port, ownPort: ownPort(), isOwn: ownAddresses().includes(address) })
  const refused = (why: string) => new Denied(`the host ${why}`)
  const literal = literalAddress({ hostname: host })
  const why = literal === undefined ? undefined : refusalOf(literal)
  if (why !== undefined) throw refused(why)
  const lookup = lookupAllowed({ refusalOf, refused, resolve })
  return connect({ host: literal ?? host, port, lookup, allowHalfOpen: true, noDelay: true })
}

function turnAway(
  client: Socket,
  place: Place | undefined,
  { error, options }: { error: Error; options: EgressSocketOptions },
) {
  const { code = 'ECONNRESET', message } = error as NodeJS.ErrnoException
  if (error instanceof Denied) options.onDenied(place, message)
  // The message of the system would reveal addresses of the local network.
  const reason = error instanceof Denied ? message : 'the place cannot be reached'
  client.end(refusal({ code, reason }))
  client.resume()
}

function carry(client: Socket, place: Place, remote: Socket, options: EgressSocketOptions): void {
  let isThere = false
  remote.setTimeout(connectLimitMs, () => remote.destroy(Object.assign(new Error('no answer'), { code: 'ETIMEDOUT' })))
  remote.on('connect', () => {
    isThere = true
    remote.setTimeout(0)
    client.write(acceptance(remote.remoteAddress ?? 'unknown'))
    client.pipe(remote)
    remote.pipe(client)
  })
  remote.on('error', (error) => {
    if (isThere) client.destroy()
    else turnAway(client, place, { error, options })
  })
  remote.on('close', () => {
    if (!isThere) return
    if (!client.writableEnded) client.destroy()
    options.onCarried(place, { sent: remote.bytesWritten, received: remote.bytesRead })
  })
  client.on('close', () => {
    if (!remote.destroyed) remote.destroy()
  })
}

const ownAddresses = (): string[] =>
  Object.values(networkInterfaces()).flatMap((addresses) => addresses?.map(({ address }) => address) ?? [])
