/**
 * Installs what is needed once there is an egress socket: some megabytes, which a plugin without network access is
 * spared.
 */
import net from 'node:net'
import os from 'node:os'
import type { TLSSocket } from 'node:tls'
import tls from 'node:tls'
import { connectThrough } from './brokered-socket.ts'
import { normalizedArgs, patchConnections } from './connections.ts'
import { addressFor, hostBehind } from './lookups.ts'

export function openWayOut(egressSocket: string): void {
  patchConnections((socket, { host, port }) => connectThrough(egressSocket, socket, { host: hostBehind(host), port }))
  patchInterfaces()
  patchTls()
}

/** Shows one network interface, because some packages check there whether the machine has a network at all. */
function patchInterfaces(): void {
  const way: os.NetworkInterfaceInfo = {
    address: addressFor('the way out'),
    netmask: '255.254.0.0',
    family: 'IPv4',
    internal: false,
    mac: '00:00:00:00:00:00',
    cidr: null,
  }
  Object.assign(os, { networkInterfaces: () => ({ out: [way] }) })
}

/** Patches `connect` of node:tls, which creates its own handle for the connection unless it is given a socket. */
function patchTls(): void {
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
