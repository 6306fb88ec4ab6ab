/** Patches `connect` and `listen` of node:net. */
import net from 'node:net'
import type { Target } from './brokered-socket.ts'
import { noWay } from './no-way.ts'

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
