/** Patches `connect` of node:tls, which creates its own handle for the connection unless it is given a socket. */
import net from 'node:net'
import type { TLSSocket } from 'node:tls'
import { normalizedArgs } from './connections.ts'

export function patchTls(tls: typeof import('node:tls')): void {
  const native = tls.connect as (...args: unknown[]) => TLSSocket
  const connect = (...args: unknown[]) => {
    const [given, done] = normalizedArgs(args)
    const further = args.slice(1).find((one) => typeof one === 'object' && one !== null)
    const options: typeof given = { ...given, ...further }
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

/** Starts TLS on the socket: it would take a socket without a handle for one that is not connected yet, and wait. */
function beginning(secured: TLSSocket, { connecting }: net.Socket): TLSSocket {
  const inside = secured as unknown as { connecting: boolean; _start(): void }
  if (inside.connecting && !connecting) {
    inside.connecting = false
    inside._start()
  }
  return secured
}
