import { expect, test } from 'vitest'
import { canonicalHost, claimOn, declaredHostProblem, typedHosts } from './permitted-hosts.ts'

const uri = { type: 'string', format: 'uri' }
const object = (properties: Record<string, unknown>) => ({ type: 'object', properties })

test.each([
  ['http://nas:8123/hook', { host: 'nas', port: 8123 }],
  ['https://hooks.example.com/', { host: 'hooks.example.com', port: 443 }],
  ['http://0x7f.1/', { host: '127.0.0.1', port: 80 }],
  ['http://[::1]:1880/', { host: '[::1]', port: 1880 }],
  ['mqtt://localhost', { host: 'localhost', port: 1883 }],
  ['mqtts://Broker.Local.', { host: 'broker.local', port: 8883 }],
  ['nats://user:secret@10.0.0.2', { host: '10.0.0.2', port: 4222 }],
  ['smtps://mail.example.com', { host: 'mail.example.com', port: 465 }],
])('a user who types %s opens one place', (url, place) => {
  expect(typedHosts(object({ url: uri }), { enabled: true, url })).toEqual([place])
})

test.each([['no url'], ['file:///etc/passwd'], ['gopher://example.com'], ['http://exa mple/'], ['']])(
  'a user who types %j opens no place',
  (url) => expect(typedHosts(object({ url: uri }), { url })).toEqual([]),
)

test('a host is opened at the port in the field beside it, whichever way that field is named', () => {
  const host = { type: 'string', format: 'hostname' }
  const port = { type: 'integer' }
  const schema = object({ host, port, smtp_host: host, smtp_port: port, lonely_host: host })
  expect(typedHosts(schema, { host: 'nas', port: 1883, smtp_host: 'mail', smtp_port: 25 })).toEqual([
    { host: 'nas', port: 1883 },
    { host: 'mail', port: 25 },
  ])
  expect(typedHosts(schema, { lonely_host: 'nas' })).toEqual([])
})

test('places are found in objects, lists and alternatives', () => {
  const schema = object({
    servers: { type: 'array', items: uri },
    broker: object({ url: uri }),
    either: { anyOf: [{ type: 'null' }, uri] },
    others: { type: 'object', additionalProperties: uri },
  })
  const configured = {
    servers: ['http://a/', 'http://b/'],
    broker: { url: 'http://c/' },
    either: 'http://d/',
    others: { x: 'http://e/' },
  }
  expect(typedHosts(schema, configured).map(({ host }) => host)).toEqual(['a', 'b', 'c', 'd', 'e'])
})

test('text of another format opens no place', () => {
  const schema = object({ note: { type: 'string' } })
  expect(typedHosts(schema, { note: 'http://a/', other: 'http://b/' })).toEqual([])
})

test.each([
  ['a default', { url: { ...uri, default: 'http://127.0.0.1:631/' } }, undefined],
  ['a choice of one', { url: { ...uri, enum: ['http://127.0.0.1:631/'] } }, undefined],
  ['a constant', { url: { ...uri, const: 'http://127.0.0.1:631/' } }, undefined],
  ['a choice in a branch', { url: { ...uri, allOf: [{ enum: ['http://127.0.0.1:631/'] }] } }, undefined],
  ['the default of the whole', { url: uri }, { url: 'http://127.0.0.1:631/' }],
])('"%s counts as the author\'s, even where a form sent it back"', (_, properties, whole) => {
  const schema = { ...object(properties), ...(whole && { default: whole }) }
  expect(typedHosts(schema, { url: 'http://127.0.0.1:631/' })).toEqual([])
})

test('an entry that the user adds to the default of a list counts as typed', () => {
  const schema = object({ servers: { type: 'array', items: uri, default: ['http://127.0.0.1:631/'] } })
  const servers = ['http://127.0.0.1:631/', 'http://nas/']
  expect(typedHosts(schema, { servers })).toEqual([{ host: 'nas', port: 80 }])
})

test.each([
  ['api.telegram.org', 443, 'declared'],
  ['a.ntfy.sh', 443, 'declared'],
  ['a.b.ntfy.sh', 443, 'declared'],
  ['ntfy.sh', 443, undefined],
  ['evil-ntfy.sh', 443, undefined],
  ['api.telegram.org', 80, undefined],
  ['api.telegram.org.evil.example', 443, undefined],
  ['nas', 8123, 'typed'],
  ['nas', 22, undefined],
])('%s at %i is %s', (host, port, claim) => {
  const declared = [
    { host: 'api.telegram.org', port: 443 },
    { host: '*.ntfy.sh', port: 443 },
  ]
  expect(claimOn({ declared, typed: [{ host: 'nas', port: 8123 }] }, { host, port })).toBe(claim)
})

test.each([
  ['Example.COM', 'example.com'],
  ['example.com.', 'example.com'],
  ['2130706433', '127.0.0.1'],
  ['0177.1', '127.0.0.1'],
  ['127。0。0。1', '127.0.0.1'],
  ['::ffff:127.0.0.1', '[::ffff:7f00:1]'],
  ['[::1]', '[::1]'],
  ['bücher.example', 'xn--bcher-kva.example'],
])('%s is written as %s', (written, host) => expect(canonicalHost(written)).toBe(host))

test.each([
  [''],
  ['a b'],
  ['a/b'],
  ['a:1'],
  ['user@host'],
  ['a\\b'],
  ['a%2eb'],
  ['a\0b'],
  ['a\0'],
  ['a\u200b'],
  ['fe80::1%en0'],
  ['x'.repeat(300)],
])('%j is not a host', (written) => expect(canonicalHost(written)).toBeUndefined())

test.each([
  [{ host: 'api.telegram.org', port: 443 }, undefined],
  [{ host: '*.ntfy.sh', port: 443 }, undefined],
  [{ host: '*.sh', port: 443 }, 'stands for too many hosts'],
  [{ host: '*', port: 443 }, 'is no host'],
  [{ host: 'Api.Telegram.org', port: 443 }, 'not in lower case'],
  [{ host: '0x7f.1', port: 443 }, 'is no host'],
  [{ host: 7, port: 443 }, 'a host is text'],
  [{ host: 'ntfy.sh', port: 0 }, 'a port is a number'],
])('for %j the author gets the problem %s', (place, problem) => {
  const told = declaredHostProblem(place)
  if (problem === undefined) expect(told).toBeUndefined()
  else expect(told).toContain(problem)
})
