import { expect, test } from 'vitest'
import { egressRefusal, hostRefusal, literalAddress } from './egress.ts'

const ownPort = 8723
const outside = '93.184.216.34'
const refusal = (url: string, resolved?: string) => {
  const target = new URL(url)
  const address = literalAddress(target) ?? resolved
  if (address === undefined) throw new Error(`${url} needs a resolver`)
  return egressRefusal({ url: target, address, ownPort })
}

test.each([
  ['http://93.184.216.34/'],
  ['https://[2606:4700::1111]/hook'],
  ['https://hooks.example.com/a', outside],
  ['https://hooks.example.com/a', '2606:4700::1111'],
  ['https://hooks.example.com/a', '64:ff9b::5db8:d822'],
  ['http://hooks.example.com:8723/', outside],
  ['http://local.example.com/', outside],
  ['http://127.0.0.1:1880/hook'],
  ['http://[::1]:1880/hook'],
  ['http://[::ffff:127.0.0.1]:1880/'],
  ['http://192.168.1.5:8123/api/webhook/x'],
  ['http://192.168.1.5:8723/'],
  ['http://10.0.0.2/'],
  ['http://172.16.0.9/'],
  ['http://100.101.102.103/'],
  ['http://[fd12:3456::7]/'],
  ['http://0x7f.1/'],
  ['http://3232235781/'],
  ['http://0300.0250.1.5/'],
  ['http://localhost:1880/', '127.0.0.1'],
  ['http://localhost:1880/', '::1'],
  ['http://LOCALHOST.:1880/', '::1'],
  ['http://hooks.localhost:1880/', '127.0.0.1'],
  ['http://nas/', '192.168.1.6'],
  ['http://user:secret@nas/', '192.168.1.6'],
  ['http://homeassistant.local:8123/', '192.168.1.5'],
  ['http://homeassistant.local.:8123/', '192.168.1.5'],
  ['http://homeassistant.local:8123/', 'fd12:3456::7'],
  ['http://homeassistant.local:8123/', '::ffff:192.168.1.5'],
  ['http://pi.lan/', '10.1.2.3'],
  ['http://pi.attic.home.arpa/', '10.1.2.3'],
  ['http://ci.build.internal/', '100.64.1.1'],
])('%s at %s may be reached', (url, resolved?: string) => {
  expect(refusal(url, resolved)).toBeUndefined()
})

const unsaid = (kind: string) => `leads to a ${kind} address, which its name does not say`
test.each([
  ['http://rebound.example.com/', '127.0.0.1', unsaid('loopback')],
  ['http://rebound.example.com/', '127.8.9.10', unsaid('loopback')],
  ['http://rebound.example.com/', '::1', unsaid('loopback')],
  ['http://rebound.example.com/', '10.0.0.1', unsaid('private')],
  ['http://rebound.example.com/', '172.31.0.1', unsaid('private')],
  ['http://rebound.example.com/', '192.168.1.1', unsaid('private')],
  ['http://rebound.example.com/', '100.64.0.1', unsaid('private')],
  ['http://rebound.example.com/', 'fd00::1', unsaid('private')],
  ['http://rebound.example.com/', '::ffff:192.168.1.1', unsaid('private')],
  ['http://rebound.example.com/', '::ffff:93.184.216.34', unsaid('private')],
  ['http://rebound.example.com/', '64:ff9b::c0a8:101', unsaid('private')],
  ['http://rebound.example.com/', '2002:7f00:1::', unsaid('loopback')],
  ['http://192-168-1-1.example.com/', '192.168.1.1', unsaid('private')],
  ['http://localhost.example.com/', '127.0.0.1', unsaid('loopback')],
  ['http://example.notlocal/', '192.168.1.1', unsaid('private')],
  ['http://homearpa.example/', '192.168.1.1', unsaid('private')],
  ['http://localhost@rebound.example.com/', '127.0.0.1', unsaid('loopback')],
  ['http://rebound.example.com#.local/', '127.0.0.1', unsaid('loopback')],
  ['http://rebound.example.com\\.local/', '127.0.0.1', unsaid('loopback')],
])('%s at %s is refused, because the name is not a local one', (url, resolved, reason) => {
  expect(refusal(url, resolved)).toBe(reason)
})

test.each([
  ['http://169.254.169.254/latest/meta-data/', 'leads to a link-local address'],
  ['http://2852039166/', 'leads to a link-local address'],
  ['http://0xa9fea9fe/', 'leads to a link-local address'],
  ['http://0251.0376.0251.0376/', 'leads to a link-local address'],
  ['http://[::ffff:169.254.169.254]/', 'leads to a link-local address'],
  ['http://[64:ff9b::a9fe:a9fe]/', 'leads to a link-local address'],
  ['http://[fe80::1]/', 'leads to a link-local address'],
  ['http://224.0.0.251/', 'leads to a multicast address'],
  ['http://[ff02::fb]/', 'leads to a multicast address'],
  ['http://0.0.0.0:1880/', 'leads to a reserved address'],
  ['http://0/', 'leads to a reserved address'],
  ['http://[::]:1880/', 'leads to a reserved address'],
  ['http://[::ffff:0.0.0.0]/', 'leads to a reserved address'],
  ['http://255.255.255.255/', 'leads to a reserved address'],
  ['http://192.0.0.192/', 'leads to a reserved address'],
  ['http://100.100.100.200/', 'leads to a metadata address'],
  ['http://[fd00:ec2::254]/', 'leads to a metadata address'],
  ['http://[::ffff:168.63.129.16]/', 'leads to a metadata address'],
])('%s is never reached', (url, reason) => {
  expect(refusal(url)).toBe(reason)
})

test.each([
  ['http://metadata.internal/', '169.254.169.254', 'leads to a link-local address'],
  ['http://nas.local/', 'fe80::1%en0', 'leads to a link-local address'],
  ['http://nas/', 'ff02::1', 'leads to a multicast address'],
  ['http://localhost/', '0.0.0.0', 'leads to a reserved address'],
  ['http://nas.local/', 'no address', 'leads to a reserved address'],
])('%s at %s is never reached, whatever its name', (url, resolved, reason) => {
  expect(refusal(url, resolved)).toBe(reason)
})

test.each([
  ['http://127.0.0.1:8723/api/v1/rules'],
  ['https://127.0.0.1:8723/'],
  ['http://127.9.9.9:8723/'],
  ['http://2130706433:8723/'],
  ['http://0x7f000001:8723/'],
  ['http://0177.1:8723/'],
  ['http://127。0。0。1:8723/'],
  ['http://[::1]:8723/'],
  ['http://[::ffff:7f00:1]:8723/'],
  ['http://[64:ff9b::7f00:1]:8723/'],
  ['http://localhost:08723/', '::1'],
  ['http://mac.local:8723/', '127.0.0.1'],
])('%s at %s is refused, because it is this service', (url, resolved?: string) => {
  expect(refusal(url, resolved)).toBe('leads to this service itself')
})

test.each([
  ['http://127.0.0.1/', 80],
  ['https://localhost/', 443],
])('%s is refused as this service where it listens at %i', (url, port) => {
  expect(egressRefusal({ url: new URL(url), address: '127.0.0.1', ownPort: port })).toBe('leads to this service itself')
})

test.each([
  ['declared', outside, undefined],
  ['declared', '10.0.0.1', 'leads to a private address, where only the user may send a plugin'],
  ['declared', '100.64.0.1', 'leads to a private address, where only the user may send a plugin'],
  ['declared', '127.0.0.1', 'leads to a loopback address, where only the user may send a plugin'],
  ['declared', '::ffff:127.0.0.1', 'leads to a loopback address, where only the user may send a plugin'],
  ['declared', '169.254.169.254', 'leads to a link-local address'],
  ['typed', outside, undefined],
  ['typed', '192.168.1.5', undefined],
  ['typed', '127.0.0.1', undefined],
  ['typed', '169.254.169.254', 'leads to a link-local address'],
  ['typed', '100.100.100.200', 'leads to a metadata address'],
  ['typed', '224.0.0.251', 'leads to a multicast address'],
] as const)('for a %s place at %s the refusal is: %s', (claim, address, refused) => {
  expect(hostRefusal(claim, { address, port: 443, ownPort })).toBe(refused)
})

test.each([
  ['127.0.0.1', false],
  ['::1', false],
  ['192.168.1.5', true],
])('a plugin never reaches this service, at %s', (address, isOwn) => {
  const itself = 'leads to this service itself'
  expect(hostRefusal('typed', { address, port: ownPort, ownPort, isOwn })).toBe(itself)
})
