/**
 * Installs what is needed once there is an egress socket: some megabytes, which a plugin without network access is
 * spared.
 */
import os from 'node:os'
import tls from 'node:tls'
import { connectThrough } from './brokered-socket.ts'
import { patchConnections } from './connections.ts'
import { addressFor, hostBehind } from './names.ts'
import { patchTls } from './secured.ts'

export function openWayOut(egressSocket: string): void {
  patchConnections((socket, { host, port }) => connectThrough(egressSocket, socket, { host: hostBehind(host), port }))
  patchInterfaces()
  patchTls(tls)
}

/** Shows one network interface, because some packages check there whether the machine has a network at all. */
function patchInterfaces(): void {
  const way: os.NetworkInterfaceInfo = {
    ...{ address: addressFor('the way out'), netmask: '255.254.0.0', family: 'IPv4', internal: false },
    ...{ mac: '00:00:00:00:00:00', cidr: null },
  }
  Object.assign(os, { networkInterfaces: () => ({ out: [way] }) })
}
