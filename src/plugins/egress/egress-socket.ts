/**
 * Opens egress sockets. One is the only way out of a plugin's sandbox: a unix socket that leads to the hosts the plugin
 * may reach, and nowhere else.
 */
import { rmSync } from 'node:fs'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { networkInterfaces } from 'node:os'
import { hostRefusal, literalAddress } from '../../domain/egress.ts'
import { claimOn, type HostPort, type PermittedHosts } from '../../domain/permitted-hosts.ts'
import { askSystem, lookupAllowed, type Resolver } from '../../outgoing/lookup-allowed.ts'
import { acceptance, firstLine, longestLine, refusal, requestedHost } from './request-line.ts'

export interface EgressSocketOptions {
  path: string
  hosts: PermittedHosts
  /** The port of the web process. */
  ownPort(): number
  onDenied(target: HostPort | undefined, reason: string): void
  onCarried(target: HostPort, bytes: { sent: number; received: number }): void
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
    else reach(client, requestedHost(line), options)
  })
}

/** A refusal by the rules, in words for the plugin's author. */
class Denied extends Error {
  readonly code = 'EACCES'
}

function reach(client: Socket, target: HostPort | undefined, options: EgressSocketOptions): void {
  try {
    carry(client, target as HostPort, dial(target, options), options)
  } catch (error) {
    turnAway(client, target, { error: error as Error, options })
  }
}

/** Throws `Denied`, or returns a connection that fails with it once the name is looked up. */
function dial(target: HostPort | undefined, { hosts, ownPort, resolve = askSystem }: EgressSocketOptions): Socket {
  if (target === undefined) throw new Denied('the request makes no sense')
  const { host, port } = target
  const claim = claimOn(hosts, target)
  if (claim === undefined) throw new Denied('neither NETWORK of its class nor a setting of the user names this place')
  const refusalOf = (address: string) =>
    hostRefusal(claim, { address, port, ownPort: ownPort(), isOwn: ownAddresses().includes(address) })
  const refused = (why: string) => new Denied(`the host ${why}`)
  const literal = literalAddress({ hostname: host })
  const why = literal === undefined ? undefined : refusalOf(literal)
  if (why !== undefined) throw refused(why)
  const lookup = lookupAllowed({ refusalOf, refused, resolve })
  return connect({ host: literal ?? host, port, lookup, allowHalfOpen: true, noDelay: true })
}

const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'connection reset',
  ENOTFOUND: 'no such host',
  ETIMEDOUT: 'no answer',
}

function turnAway(
  client: Socket,
  target: HostPort | undefined,
  { error, options }: { error: Error; options: EgressSocketOptions },
) {
  const { code = 'ECONNRESET', message } = error as NodeJS.ErrnoException
  if (error instanceof Denied) options.onDenied(target, message)
  // The message of the system would reveal addresses of the local network.
  const reason = error instanceof Denied ? message : (reasons[code] ?? 'the host cannot be reached')
  client.end(refusal({ code, reason }))
  client.resume()
}

function carry(client: Socket, target: HostPort, remote: Socket, options: EgressSocketOptions): void {
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
    else turnAway(client, target, { error, options })
  })
  remote.on('close', () => {
    if (!isThere) return
    if (!client.writableEnded) client.destroy()
    options.onCarried(target, { sent: remote.bytesWritten, received: remote.bytesRead })
  })
  client.on('close', () => {
    if (!remote.destroyed) remote.destroy()
  })
}

const ownAddresses = (): string[] =>
  Object.values(networkInterfaces()).flatMap((addresses) => addresses?.map(({ address }) => address) ?? [])
