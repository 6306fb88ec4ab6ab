import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, it, onTestFinished } from 'vitest'
import type { HostPort, PermittedHosts } from '../../domain/permitted-hosts.ts'
import type { Resolver } from '../../outgoing/lookup-allowed.ts'
import { openEgressSocket } from './egress-socket.ts'

const ownPort = 8723

/** Sends `hello` to every client, and echoes what it receives. */
async function receiver() {
  let connections = 0
  const server = createServer((socket) => {
    connections++
    socket.on('error', () => undefined)
    socket.write('hello ')
    socket.pipe(socket)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return { port: (server.address() as AddressInfo).port, connections: () => connections }
}

interface Setup {
  declared?: HostPort[]
  typed?: HostPort[]
  resolve?: Resolver
  ownPort?: number
}

/** No test asks a resolver on the Internet. */
const unknown: Resolver = () => Promise.reject(new Error('A name was looked up.'))

async function socketWith({ declared = [], typed = [], resolve = unknown, ...rest }: Setup) {
  const folder = mkdtempSync(join(tmpdir(), 'egress-'))
  const path = join(folder, 's')
  const denied: string[] = []
  const carried: unknown[] = []
  const hosts: PermittedHosts = { declared, typed }
  const server = await openEgressSocket({
    path,
    hosts,
    ownPort: () => rest.ownPort ?? ownPort,
    onDenied: (target, reason) => denied.push(`${target?.host}:${target?.port} ${reason}`),
    onCarried: (target, bytes) => carried.push({ ...target, ...bytes }),
    resolve,
  })
  onTestFinished(() => {
    server.close()
    rmSync(folder, { recursive: true, force: true })
  })
  const ask = async (request: string) => {
    const client: Socket = connect({ path, allowHalfOpen: true })
    client.end(request)
    return text(client)
  }
  return { ask, denied, carried, path }
}

it('carries bytes both ways to a target that the user typed, and counts them', async () => {
  const { port } = await receiver()
  const egressSocket = await socketWith({ typed: [{ host: '127.0.0.1', port }] })
  expect(await egressSocket.ask(`127.0.0.1:${port}\nabc`)).toBe('ok 127.0.0.1\nhello abc')
  await expect.poll(() => egressSocket.carried).toEqual([{ host: '127.0.0.1', port, sent: 3, received: 9 }])
  expect(egressSocket.denied).toEqual([])
})

it('resolves a typed name, and connects to the address that was checked', async () => {
  const { port } = await receiver()
  const resolve: Resolver = async () => [{ address: '127.0.0.1', family: 4 }]
  const egressSocket = await socketWith({ typed: [{ host: 'broker.local', port }], resolve })
  expect(await egressSocket.ask(`Broker.Local.:${port}\n`)).toBe('ok 127.0.0.1\nhello ')
})

it('resolves a name that would change its answer only once', async () => {
  const { port, connections } = await receiver()
  const answers = ['10.0.0.1', '127.0.0.1']
  const resolve: Resolver = async () => [{ address: answers.shift() ?? '127.0.0.1', family: 4 }]
  const egressSocket = await socketWith({ declared: [{ host: 'flips.example.com', port }], resolve })
  expect(await egressSocket.ask(`flips.example.com:${port}\n`)).toMatch(
    /^no EACCES the host leads to a private address/,
  )
  expect(answers).toHaveLength(1)
  expect(connections()).toBe(0)
})

it.each([
  '127.0.0.1',
  '127.8.9.10',
  '::1',
  '::ffff:127.0.0.1',
  '64:ff9b::7f00:1',
  '2002:7f00:1::',
  '10.0.0.1',
  '172.16.0.1',
  '192.168.1.1',
  '100.64.0.1',
  '169.254.169.254',
  '::ffff:169.254.169.254',
  '100.100.100.200',
  'fd00:ec2::254',
  'fd00::1',
  'fe80::1',
  '224.0.0.1',
  'ff02::1',
  '0.0.0.0',
  '::',
  '255.255.255.255',
  '192.0.0.192',
])('a host that the author declared cannot lead to %s', async (address) => {
  const resolve: Resolver = async () => [{ address, family: address.includes(':') ? 6 : 4 }]
  const egressSocket = await socketWith({ declared: [{ host: 'api.example.com', port: 443 }], resolve })
  expect(await egressSocket.ask('api.example.com:443\n')).toMatch(/^no EACCES the host leads to a/)
  expect(egressSocket.denied).toHaveLength(1)
})

it.each([
  ['127.0.0.1'],
  ['localhost'],
  ['[::1]'],
  ['0x7f.1'],
  ['2130706433'],
  ['0177.0.0.1'],
  ['127。0。0。1'],
  ['[::ffff:127.0.0.1]'],
  ['other.example.com'],
  ['api.example.com.evil.example'],
  ['evil-api.example.com'],
])('%s, which nobody named, is not even looked up', async (host) => {
  const { port, connections } = await receiver()
  let asked = 0
  const resolve: Resolver = async () => {
    asked++
    return [{ address: '127.0.0.1', family: 4 }]
  }
  const egressSocket = await socketWith({ declared: [{ host: 'api.example.com', port }], resolve })
  expect(await egressSocket.ask(`${host}:${port}\n`)).toMatch(/^no EACCES neither NETWORK/)
  expect([asked, connections()]).toEqual([0, 0])
})

it.each([['127.0.0.1'], ['localhost'], ['2130706433']])(
  'no plugin reaches the service itself by %s, even where the user typed it',
  async (host) => {
    const { port, connections } = await receiver()
    const typed = [
      { host: '127.0.0.1', port },
      { host: 'localhost', port },
    ]
    const resolve: Resolver = async () => [{ address: '127.0.0.1', family: 4 }]
    const egressSocket = await socketWith({ typed, ownPort: port, resolve })
    expect(await egressSocket.ask(`${host}:${port}\n`)).toBe('no EACCES the host leads to this service itself\n')
    expect(connections()).toBe(0)
  },
)

it.each([
  ['no port', 'api.example.com\n'],
  ['no host', ':443\n'],
  ['another line within', 'api.example.com:443\r\n'],
  ['a zero byte', 'api.example.com\0:443\n'],
  ['a port too large', 'api.example.com:65536\n'],
  ['a path', 'api.example.com/x:443\n'],
  ['a user', 'u@api.example.com:443\n'],
  ['a zone', '[fe80::1%lo]:443\n'],
])('a request with %s is refused', async (_, request) => {
  const egressSocket = await socketWith({ declared: [{ host: 'api.example.com', port: 443 }] })
  expect(await egressSocket.ask(request)).toBe('no EACCES the request makes no sense\n')
})

it('a request without an end is cut off', async () => {
  const egressSocket = await socketWith({})
  expect(await egressSocket.ask('x'.repeat(5_000)).catch(() => '')).toBe('')
  expect(await egressSocket.ask('api.example.com:443').catch(() => '')).toBe('')
})

it('reports errors as codes that packages understand, and reveals nothing about the network', async () => {
  const { port } = await receiver()
  const closed = port === 1 ? 2 : 1
  const typed = [
    { host: '127.0.0.1', port: closed },
    { host: 'gone.local', port: 80 },
  ]
  const resolve: Resolver = () => Promise.reject(Object.assign(new Error('getaddrinfo'), { code: 'ENOTFOUND' }))
  const egressSocket = await socketWith({ typed, resolve })
  expect(await egressSocket.ask(`127.0.0.1:${closed}\n`)).toBe('no ECONNREFUSED connection refused\n')
  expect(await egressSocket.ask('gone.local:80\n')).toBe('no ENOTFOUND no such host\n')
  expect(egressSocket.denied).toEqual([])
})
