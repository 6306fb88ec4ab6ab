/** Patches `connect` and `listen` of node:net. */
import net from 'node:net'
import type { Target } from './brokered-socket.ts'

type Normalized = [{ host?: string; port?: number; path?: string; socket?: net.Socket }, (() => void) | null]

/** Normalises the many forms of the arguments of `connect` to options and a callback. */
export const { _normalizeArgs: normalizedArgs } = net as unknown as { _normalizeArgs(args: unknown[]): Normalized }
const nativeConnect = net.Socket.prototype.connect

/** Connects a socket to its target by another way. */
type Through = (socket: net.Socket, target: Target) => net.Socket

export function patchConnections(through: Through | undefined): void {
  const connect = function (this: net.Socket, ...args: unknown[]): net.Socket {
    const [options, done] = Array.isArray(args[0]) ? (args[0] as unknown as Normalized) : normalizedArgs(args)
    if (options.path) return (nativeConnect as (...args: unknown[]) => net.Socket).apply(this, args)
    const { host = 'localhost', port } = options
    if (done !== null) this.once('connect', done)
    if (through !== undefined) return through(this, { host, port: Number(port) })
    process.nextTick(() => this.destroy(noWay(`A connection to ${host}:${port}`)))
    return this
  }
  net.Socket.prototype.connect = connect as typeof nativeConnect

  net.Server.prototype.listen = function (this: net.Server) {
    process.nextTick(() => this.emit('error', noWay('Listening')))
    return this
  }
}

/** Builds the error that a plugin's author reads when the plugin tries to reach a place where it may not go. */
export function noWay(what: string): Error {
  const reason =
    'a plugin reaches the hosts that NETWORK of its class lists and those that the user typed into its settings'
  return Object.assign(new Error(`${what} is not possible: ${reason}.`), { code: 'EACCES' })
}
