/** Attacks that try to get out or in: around the egress socket, or through it to a place where it does not lead. */
import dgram from 'node:dgram'
import dns from 'node:dns'
import net from 'node:net'
import { networkInterfaces } from 'node:os'
import { type Attack, answered } from './attack.ts'

const local = '127.0.0.1'
const answers = ['EBADRESP', 'EFORMERR', 'ENODATA', 'ENOTFOUND']

/** Resolves with true when the other side echoes the text. */
const echoed = (target: net.NetConnectOpts, text: string) =>
  answered<boolean>((done, fail) => {
    net
      .connect(target, function (this: net.Socket) {
        this.write(text)
      })
      .on('data', (data) => done(String(data).includes(text)))
      .on('error', fail)
  })

/** Resolves with whether an egress socket accepts the request. */
const asked = (egressSocket: string, request: string) =>
  answered<boolean>((done, fail) => {
    const socket = net.connect({ path: egressSocket }, () => socket.write(request))
    socket
      .on('data', (data) => done(String(data).startsWith('ok ')))
      .on('close', () => done(false))
      .on('error', fail)
  })

export const network: Readonly<Record<string, Attack>> = {
  tcp: {
    what: 'connect to a port of this machine',
    needsWall: true,
    run: ({ tcpPort: port }) => echoed({ port, host: local }, 'tcp'),
  },
  tcp_ipv6: {
    what: 'connect by IPv6 that carries IPv4',
    needsWall: true,
    run: ({ tcpPort: port }) => echoed({ port, host: `::ffff:${local}` }, 'tcp_ipv6'),
  },
  fetch: {
    what: 'fetch from a port of this machine',
    needsWall: true,
    run: async ({ tcpPort }) => (await fetch(`http://${local}:${tcpPort}/`)).ok,
  },
  udp: {
    what: 'send a datagram',
    needsWall: true,
    run: ({ udpPort }) =>
      answered<boolean>((done, fail) => {
        const socket = dgram.createSocket('udp4')
        socket
          .on('message', () => done(true))
          .on('error', fail)
          .send('udp', udpPort, local)
      }),
  },
  dns: {
    what: 'ask a name server of its own, and tell it something',
    needsWall: true,
    run: async ({ udpPort }) => {
      const resolver = new dns.promises.Resolver({ timeout: 300, tries: 1 })
      resolver.setServers([`${local}:${udpPort}`])
      await resolver.resolve4('told.corpus.invalid').catch((error) => {
        // An answer proves that the query arrived, even when it cannot be parsed.
        if (!answers.includes(error.code)) throw error
      })
      return true
    },
  },
  unix_socket: {
    what: 'connect to a socket of the user',
    needsWall: true,
    run: ({ unixSocket }) => echoed({ path: unixSocket }, 'unix_socket'),
  },
  abstract_socket: {
    what: 'connect to a socket without a file',
    needsWall: true,
    run: ({ abstractSocket }) => echoed({ path: abstractSocket }, 'abstract_socket'),
  },
  listen: {
    what: 'listen, and be reached',
    needsWall: true,
    // The program that runs the corpus connects to this port.
    run: ({ knockedPort }) =>
      answered<boolean>((done, fail) => {
        net
          .createServer((socket) => {
            socket.end()
            done(true)
          })
          .on('error', fail)
          .listen(knockedPort, local)
      }),
  },
  interfaces: {
    what: 'see the networks that the machine is part of',
    needsWall: true,
    run: () =>
      Object.values(networkInterfaces()).some((addresses) => addresses?.some(({ internal }) => !internal) ?? false),
  },
  door_to_other_host: {
    what: 'go by its door to a host that nobody named',
    run: ({ egressSocket }) => asked(egressSocket, 'evil.invalid:443\n'),
  },
  door_to_this_machine: {
    what: 'go by its door to a port of this machine',
    run: ({ egressSocket, tcpPort }) => asked(egressSocket, `${local}:${tcpPort}\n`),
  },
  door_by_odd_address: {
    what: 'go by its door to this machine, under an odd form of its address',
    run: ({ egressSocket, tcpPort }) => asked(egressSocket, `0x7f.1:${tcpPort}\n`),
  },
  door_by_smuggling: {
    what: 'hide a second request for its door within the first',
    run: ({ egressSocket, tcpPort }) => asked(egressSocket, `corpus.invalid:443\r\n${local}:${tcpPort}\n`),
  },
  door_of_neighbour: {
    what: 'go by the door of another plugin',
    needsWall: true,
    run: ({ neighbourEgressSocket, tcpPort }) => asked(neighbourEgressSocket, `${local}:${tcpPort}\n`),
  },
}
