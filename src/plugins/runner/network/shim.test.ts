import { once } from 'node:events'
import { createServer as createHttp } from 'node:http'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { createServer as createTls } from 'node:tls'
import { afterEach, expect, it, onTestFinished } from 'vitest'
import { type TestHost, testHost, until } from '../../test-host.ts'

let bench: TestHost
afterEach(() => bench.stop())

async function portOf(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}

const schema = `{ properties: { place: { type: 'string', format: 'uri' } } }`

/**
 * Runs the code, which may use \`port\`, and returns what it reports. The user typed that port on loopback, or nothing.
 */
async function said(port: number | undefined, code: string): Promise<string[]> {
  const top = `const outcome = (work) => Promise.resolve().then(work).catch((error) => [error.code, error.message].join(' '))`
  const start = `const port = ${port}; const say = (what) => ctx.log_info('said ' + what); ${code}; say('end')`
  const settings = { probe: { enabled: true, ...(port && { place: `tcp://localhost:${port}` }) } }
  bench = await testHost({ plugins: { probe: { top, start, schema } }, settings })
  const lines = () => bench.logged.flatMap(({ msg }) => (msg.startsWith('said ') ? [msg.slice(5)] : []))
  await until(() => lines().at(-1) === 'end' || bench.record()?.last_error)
  expect(bench.record()?.last_error).toBeNull()
  return lines().slice(0, -1)
}

it('http and fetch reach what the user typed, over kept-alive connections', async () => {
  // A connection may be begun in vain while both addresses of localhost are tried, so only those that were used count.
  const connections = new Set<unknown>()
  const server = createHttp((request, response) => {
    connections.add(request.socket)
    request.resume()
    request.on('end', () => response.end(`answer to ${request.method}`))
  })
  server.keepAliveTimeout = 0
  const port = await portOf(server)
  const lines = await said(
    port,
    `const { request, Agent } = await import('node:http')
     const agent = new Agent({ keepAlive: true })
     const ask = () => new Promise((resolve, reject) => request({ host: 'localhost', port, method: 'POST', agent }, (response) => {
       let text = ''; response.on('data', (chunk) => { text += chunk }); response.on('end', () => resolve(text))
     }).on('error', reject).end('x'.repeat(500_000)))
     say(await ask()); say(await ask())
     say(await (await fetch('http://localhost:' + port)).text())`,
  )
  expect(lines).toEqual(['answer to POST', 'answer to POST', 'answer to GET'])
  expect(connections.size).toBe(2)
})

it('TLS works through the egress socket, from the start and as an upgrade of a connection', async () => {
  const psk = { psk: Buffer.alloc(16, 1), identity: 'probe' }
  const ciphers = { ciphers: 'PSK', maxVersion: 'TLSv1.2' as const }
  const secured = createTls({ ...ciphers, pskCallback: () => psk.psk }, (socket) => socket.end('secret'))
  const port = await portOf(secured)
  const lines = await said(
    port,
    `const tls = await import('node:tls'); const net = await import('node:net')
     const options = { ciphers: 'PSK', maxVersion: 'TLSv1.2', checkServerIdentity: () => undefined,
       pskCallback: () => ({ psk: Buffer.alloc(16, 1), identity: 'probe' }) }
     const read = (socket) => new Promise((resolve, reject) => socket.on('data', (data) => resolve(String(data))).on('error', reject))
     say(await read(tls.connect({ ...options, host: 'localhost', port })))
     say(await read(tls.connect(port, 'localhost', options)))
     const plain = net.connect(port, 'localhost')
     await new Promise((resolve) => plain.on('connect', resolve))
     say(await read(tls.connect({ ...options, socket: plain })))
     say(await outcome(() => read(tls.connect({ ...options, host: 'elsewhere.example', port: 443 }))))`,
  )
  expect(lines.slice(0, 3)).toEqual(['secret', 'secret', 'secret'])
  expect(lines[3]).toContain('EACCES')
})

it('a server that speaks first, half-open ends and large amounts work', async () => {
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    socket.write('220 welcome')
    let bytes = 0
    socket.on('data', (chunk) => (bytes += chunk.length)).on('end', () => socket.end(`got ${bytes}`))
  })
  const port = await portOf(server)
  const lines = await said(
    port,
    `const net = await import('node:net')
     const socket = net.connect({ host: 'localhost', port, allowHalfOpen: true })
     say(String(await new Promise((resolve) => socket.once('data', resolve))))
     say([socket.remoteAddress, socket.remotePort, socket.connecting, socket.readyState].join(' '))
     socket.end(Buffer.alloc(5_000_000))
     say(String(await new Promise((resolve) => socket.once('data', resolve))))
     await new Promise((resolve) => socket.once('close', resolve))`,
  )
  expect(lines).toEqual(['220 welcome', `127.0.0.1 ${port} false open`, 'got 5000000'])
})

it('a plugin that looks up a name first still connects', async () => {
  const port = await portOf(createServer((socket) => socket.end('there')))
  const lines = await said(
    port,
    `const net = await import('node:net'); const dns = await import('node:dns'); const { promisify } = await import('node:util')
     const read = (host) => new Promise((resolve, reject) => net.connect(port, host).on('data', (data) => resolve(String(data))).on('error', reject))
     say(await read((await dns.promises.lookup('localhost')).address))
     say(await read(await new Promise((resolve) => dns.lookup('localhost', (_, address) => resolve(address)))))
     say(await read((await promisify(dns.resolve4)('localhost'))[0]))
     say(await outcome(() => dns.promises.resolveMx('example.com')))
     say(await outcome(() => new dns.promises.Resolver().resolveTxt('example.com')))`,
  )
  expect(lines.slice(0, 3)).toEqual(['there', 'there', 'there'])
  expect(lines.slice(3)).toEqual([expect.stringContaining('ENOTFOUND'), expect.stringContaining('NETWORK')])
})

it('a place that nobody named is refused with the reason, and recorded in the audit log', async () => {
  const port = await portOf(createServer((socket) => socket.end('there')))
  const lines = await said(
    port,
    `const net = await import('node:net')
     const reach = (host, port) => outcome(() => new Promise((resolve, reject) => net.connect(port, host).on('connect', () => resolve('connected')).on('error', reject)))
     say(await reach('127.0.0.1', port)); say(await reach('evil.example', 443))
     say(await outcome(async () => { try { await fetch('http://evil.example/') } catch (error) { throw error.cause } }))`,
  )
  for (const line of lines) expect(line).toMatch(/EACCES.*NETWORK/)
  await until(() => bench.audited.length >= 3)
  expect(bench.audited).toContainEqual({
    action: 'egress_denied',
    principal: 'plugin:probe',
    target: 'evil.example:443',
    result: 'refused',
  })
})

it('listening and UDP fail with an error that names NETWORK', async () => {
  const lines = await said(
    1,
    `const net = await import('node:net'); const dgram = await import('node:dgram')
     say(await outcome(() => new Promise((resolve, reject) => net.createServer().listen(0, resolve).on('error', reject))))
     say(await outcome(() => new Promise((resolve, reject) => dgram.createSocket('udp4').on('error', reject).bind(0, () => resolve('bound')))))
     say(await outcome(() => new Promise((resolve, reject) => dgram.createSocket('udp4').send('x', 53, '127.0.0.1', (error) => error ? reject(error) : resolve('sent')))))`,
  )
  expect(lines).toHaveLength(3)
  for (const line of lines) expect(line).toMatch(/^EACCES .*NETWORK/)
})

it('a plugin without network access gets an error that explains it', async () => {
  const lines = await said(
    undefined,
    `const net = await import('node:net'); const dns = await import('node:dns')
     say(await outcome(() => new Promise((resolve, reject) => net.connect(80, '127.0.0.1').on('connect', resolve).on('error', reject))))
     say(await outcome(async () => { try { await fetch('http://127.0.0.1/') } catch (error) { throw error.cause } }))
     say(await outcome(() => dns.promises.lookup('example.com')))`,
  )
  expect(lines).toHaveLength(3)
  for (const line of lines) expect(line).toContain('NETWORK')
})
