/**
 * Makes ordinary packages work behind the wall: what they connect to goes through the door. It is compatibility and no
 * protection; a plugin that undoes it stands before the wall itself.
 */
import dgram from 'node:dgram'
import dns from 'node:dns'
import { syncBuiltinESMExports } from 'node:module'
import net from 'node:net'
import { connectThrough } from './brokered-socket.ts'
import { addressFor, hostBehind } from './names.ts'

/** Without a door nothing can be reached, and the error says why. */
export async function installNetworkShim(door: string | undefined): Promise<void> {
  patchSockets(door)
  patchNames(door !== undefined)
  // A plugin that goes nowhere is spared what TLS needs: some megabytes.
  if (door !== undefined) patchTls((await import('node:tls')).default)
  syncBuiltinESMExports()
}

type Callback = (error: Error | null, ...answer: unknown[]) => void
type Normalized = [{ host?: string; port?: number; path?: string }, (() => void) | null]
const { _normalizeArgs: normalizeArgs } = net as unknown as { _normalizeArgs(args: unknown[]): Normalized }
const nativeConnect = net.Socket.prototype.connect

function noWay(what: string): Error {
  const reason =
    'a plugin reaches the hosts that NETWORK of its class lists and those that the user typed into its settings'
  return Object.assign(new Error(`${what} is not possible: ${reason}.`), { code: 'EACCES' })
}

function patchSockets(door: string | undefined): void {
  const connect = function (this: net.Socket, ...args: unknown[]): net.Socket {
    const [options, done] = Array.isArray(args[0]) ? (args[0] as unknown as Normalized) : normalizeArgs(args)
    if (options.path) return (nativeConnect as (...args: unknown[]) => net.Socket).apply(this, args)
    const { host = 'localhost', port } = options
    if (done !== null) this.once('connect', done)
    if (door !== undefined) return connectThrough(door, this, { host: hostBehind(host), port: Number(port) })
    process.nextTick(() => this.destroy(noWay(`A connection to ${host}:${port}`)))
    return this
  }
  net.Socket.prototype.connect = connect as typeof nativeConnect

  net.Server.prototype.listen = function (this: net.Server) {
    process.nextTick(() => this.emit('error', noWay('Listening')))
    return this
  }
  const bind = function (this: dgram.Socket): dgram.Socket {
    process.nextTick(() => this.emit('error', noWay('UDP')))
    return this
  }
  const send = function (this: dgram.Socket, ...args: unknown[]): void {
    const done = args.findLast((one) => typeof one === 'function') as Callback | undefined
    process.nextTick(() => (done === undefined ? this.emit('error', noWay('UDP')) : done(noWay('UDP'))))
  }
  Object.assign(dgram.Socket.prototype, { bind, send, connect: send })
}

function patchTls(tls: typeof import('node:tls')): void {
  const native = tls.connect as (...args: unknown[]) => import('node:tls').TLSSocket
  const connect = (...args: unknown[]) => {
    const [given, done] = normalizeArgs(args)
    const further = args.slice(1).find((one) => typeof one === 'object' && one !== null)
    const options: Normalized[0] & { socket?: net.Socket } = { ...given, ...further }
    if (options.path) return native(options, done)
    if (options.socket !== undefined) return beginning(native(options, done), options.socket)
    const { host, port } = options
    const socket = net.connect({ ...options, host: host ?? 'localhost', port: Number(port) } as net.NetConnectOpts)
    const secured = native({ ...options, socket }, done)
    socket.on('error', (error) => secured.destroy(error))
    return secured
  }
  Object.assign(tls, { connect })
}

/** TLS takes a socket without a handle for one that is not connected yet, and waits. */
function beginning(secured: import('node:tls').TLSSocket, { connecting }: net.Socket): import('node:tls').TLSSocket {
  const inside = secured as unknown as { connecting: boolean; _start(): void }
  if (inside.connecting && !connecting) {
    inside.connecting = false
    inside._start()
  }
  return secured
}

/** Methods of node:dns that ask for addresses; whoever asks for anything else is told that it cannot be. */
const others = ['Any', 'Caa', 'Cname', 'Mx', 'Naptr', 'Ns', 'Ptr', 'Soa', 'Srv', 'Tlsa', 'Txt', '6'].map(
  (kind) => `resolve${kind}`,
)

function patchNames(isOpen: boolean): void {
  const lookup = (name: string, options: { all?: boolean; family?: number | string }) => {
    const own = net.isIP(name)
    if (own === 0 && (!isOpen || options.family === 6)) throw notFound(name)
    const found = own === 0 ? { address: addressFor(name), family: 4 } : { address: name, family: own }
    return options.all ? [found] : found
  }
  const addresses = (name: string): string[] => {
    if (!isOpen) throw notFound(name)
    return [addressFor(name)]
  }
  const unknown = (name: string): never => {
    throw notFound(name)
  }
  const promised = {
    lookup: async (name: string, options: number | object = {}) => lookup(name, familyIn(options)),
    resolve4: async (name: string) => addresses(name),
    resolve: async (name: string, kind = 'A') => (kind === 'A' ? addresses(name) : unknown(name)),
    reverse: async (address: string) => unknown(address),
    ...Object.fromEntries(others.map((method) => [method, async (name: string) => unknown(name)])),
  }
  for (const target of [dns.promises, dns.promises.Resolver.prototype]) Object.assign(target, promised)
  const calledBack = Object.fromEntries(Object.entries(promised).map(([method, ask]) => [method, withCallback(ask)]))
  for (const target of [dns, dns.Resolver.prototype]) Object.assign(target, calledBack)
}

const familyIn = (options: number | object) => (typeof options === 'number' ? { family: options } : options)

function withCallback(ask: (name: string, options?: never) => Promise<unknown>) {
  return (name: string, ...rest: unknown[]): void => {
    const done = rest.at(-1) as Callback
    const [options] = rest.length > 1 ? rest : []
    ask(name, options as never).then(
      // `lookup` of one address answers with two values.
      (found) => (isOne(found) ? done(null, found.address, found.family) : done(null, found)),
      (error: Error) => done(error),
    )
  }
}

const isOne = (found: unknown): found is { address: string; family: number } =>
  typeof found === 'object' && found !== null && 'address' in found

const notFound = (name: string): Error =>
  Object.assign(noWay(`Looking up ${name} this way`), { code: 'ENOTFOUND', hostname: name })
