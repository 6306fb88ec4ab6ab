import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { networkInterfaces } from 'node:os'
import { expect, onTestFinished, test } from 'vitest'
import { connectNats } from './connect.ts'

/** Speaks as much of NATS as a client needs to connect. */
async function server(host: string): Promise<string> {
  const listening = createServer((socket) => {
    socket.write('INFO {"server_id":"s","version":"2.12.0","proto":1,"max_payload":1048576,"headers":true}\r\n')
    socket.on('data', (said) => said.includes('PING') && socket.write('PONG\r\n')).on('error', () => undefined)
  }).listen(0, host)
  onTestFinished(() => void listening.close())
  await once(listening, 'listening')
  const { port } = listening.address() as AddressInfo
  return host.includes(':') ? `nats://[${host}]:${port}` : `nats://${host}:${port}`
}

const hasIpv6 = Object.values(networkInterfaces()).some((all) => all?.some(({ address }) => address === '::1'))

test.each(['127.0.0.1', ...(hasIpv6 ? ['::1'] : [])])('%s is this machine, and needs no TLS', async (host) => {
  const url = await server(host)
  const nats = await connectNats({ servers: [url], name: 'test' })
  expect(nats.getServer()).toBe(new URL(url).host)
  await nats.close()
})

test.each([
  ['ws://hub.example.org', 'insecure_address'],
  ['https://hub.example.org', 'invalid_request'],
  ['nats://a:b@hub.example.org', 'invalid_request'],
])('%s is no address to connect to: %s', (url, code) =>
  expect(connectNats({ servers: [url], name: 'test' })).rejects.toMatchObject({ code }),
)
