/** The ways by which Macs reach nats-server: by TLS with a certificate of one's own, and by WebSocket through a proxy. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { unusedPort } from '../../src/cli/test-unused-port.ts'
import { connectNats } from '../../src/nats/connect.ts'
import { type HubHere, hubHere, type MacHere, macHere } from '../harness/hub-here.ts'
import { hasHubServers, type Postgres, postgres } from '../harness/hub-servers.ts'
import { certificates, hasCertificates } from '../integrations/certificates.ts'

const anna = '+12025550123'

/** A proxy that passes one path on to the WebSocket listener of nats-server, as one at port 443 does. */
async function proxy(path: string, port: number) {
  const asked: string[] = []
  const server = createServer((_, response) => void response.writeHead(404).end())
  server.on('upgrade', ({ url = '', headers, rawHeaders }, socket, head) => {
    asked.push(url)
    if (url !== path || headers.upgrade?.toLowerCase() !== 'websocket') return void socket.destroy()
    const lines = rawHeaders.flatMap((name, n) => (n % 2 === 0 ? `${name}: ${rawHeaders[n + 1]}\r\n` : []))
    const onward = connect(port, '127.0.0.1', () => {
      onward.write(`GET ${url} HTTP/1.1\r\n${lines.join('')}\r\n`)
      onward.write(head)
      socket.pipe(onward).pipe(socket)
    })
    for (const [one, other] of [
      [socket, onward],
      [onward, socket],
    ] as const)
      one.on('error', () => undefined).on('close', () => other.destroy())
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    asked,
    url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}${path}`,
    close: () => void server.closeAllConnections(),
  }
}

describe.runIf(hasHubServers && hasCertificates)('a Mac reaches its hub', () => {
  const folder = mkdtempSync(join(tmpdir(), 'hub-ways-'))
  const file = (name: string) => join(folder, name)
  let server: Postgres
  let hub: HubHere
  let url: string
  let mac: MacHere
  let way: Awaited<ReturnType<typeof proxy>>
  let macsConnectTo: string[] = []
  beforeAll(async () => {
    certificates(folder)
    server = await postgres()
    const port = await unusedPort()
    way = await proxy('/nats', port)
    const [certificate, key] = ['server.pem', 'server.key'].map((name) => JSON.stringify(file(name)))
    hub = await hubHere(server, {
      more: `tls { cert_file: ${certificate}, key_file: ${key} }
websocket { listen: "127.0.0.1:${port}", no_tls: true }\n`,
      ca: readFileSync(file('ca.pem'), 'utf8'),
      macsConnectTo: () => macsConnectTo,
    })
    url = (await hub.web()).url
    mac = await macHere()
  })
  afterAll(async () => {
    await hub?.[Symbol.asyncDispose]()
    await mac?.[Symbol.asyncDispose]()
    way?.close()
    await server?.[Symbol.asyncDispose]()
    rmSync(folder, { recursive: true, force: true })
  })

  const joinAs = async (line: string) => hub.joinMac(url, (await hub.macs.add({ name: line }, 'test')).code, mac)
  const lines = async () => (await hub.macs.list()).filter(({ state }) => state === 'connected').map(({ id }) => id)

  test('by TLS, with a certificate that it was given when it joined, and not without', async () => {
    expect(hub.nats.url).toMatch(/^tls:/)
    await expect(connectNats({ servers: [hub.nats.url], name: 'a Mac without it' })).rejects.toMatchObject({
      code: 'hub_unavailable',
      message: expect.stringContaining('certificate'),
    })
    await joinAs('by-tls')
    mac.bridge.mac.messages.receive({ from: anna, text: 'by TLS' })
    await hub.has(1, 'by TLS')
    expect(await lines()).toEqual(['by-tls'])
  })

  test('by WebSocket, through a proxy that passes a path on', async () => {
    macsConnectTo = [way.url]
    await joinAs('by-websocket')
    await hub.has(2, 'by TLS')
    mac.bridge.mac.messages.receive({ from: anna, text: 'by WebSocket' })
    await hub.has(2, 'by TLS', 'by WebSocket')
    expect(way.asked).toEqual(['/nats'])
    expect(await lines()).toEqual(['by-tls', 'by-websocket'])
  })
})
