import { expect, it } from 'vitest'
import { allowedHost } from './allowed-host.ts'

const own = { port: 8723, localAddress: '127.0.0.1', allowedHosts: ['mac.example', 'tunnel.example:9000'] }

it.each([
  'localhost:8723',
  'LOCALHOST:8723',
  '127.0.0.1:8723',
  '[::1]:8723',
  'mac.example',
  'Mac.Example:443',
  'tunnel.example:9000',
])('%s is accepted as a name of the service', (host) => {
  expect(allowedHost(host, own)).toBe(true)
})

it.each([
  undefined,
  '',
  'evil.test',
  'evil.test:8723',
  'localhost',
  'localhost:8724',
  'localhost:',
  'localhost.:8723',
  'localhost.evil:8723',
  'evil.localhost:8723',
  'localhost:8723@evil.test',
  'user@localhost:8723',
  'localhost:8723/x',
  'localhost:8723, evil.test',
  ' localhost:8723',
  'localhost:08723x',
  '127.1:8723',
  '2130706433:8723',
  '0.0.0.0:8723',
  '127.0.0.2:8723',
  '[::]:8723',
  '[::ffff:127.0.0.1]:8723',
  '::1:8723',
  'mac.example.evil.test',
  'tunnel.example',
  'tunnel.example:9001',
  '192.168.1.5:8723',
])('%s is not accepted as a name of the service', (host) => {
  expect(allowedHost(host, own)).toBe(false)
})

it.each([
  ['192.168.1.5:8723', '192.168.1.5'],
  ['192.168.1.5:8723', '::ffff:192.168.1.5'],
  ['[fd00::5]:8723', 'fd00::5'],
])('%s is accepted when the connection came in at %s', (host, localAddress) => {
  expect(allowedHost(host, { ...own, localAddress })).toBe(true)
})

it('a name without a port means port 80', () => {
  expect(allowedHost('localhost', { ...own, port: 80 })).toBe(true)
})
