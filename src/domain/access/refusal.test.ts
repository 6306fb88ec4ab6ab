import { expect, it } from 'vitest'
import { type RequestOrigin, refusalOf } from './refusal.ts'

const own = { port: 8723, localAddress: '127.0.0.1', allowedHosts: ['mac.example'] }
const ask = (differs: Partial<RequestOrigin> = {}) =>
  refusalOf(
    {
      method: 'GET',
      target: '/api/v1/conversations',
      hosts: ['localhost:8723'],
      origin: undefined,
      fetchSite: undefined,
      ...differs,
    },
    own,
  )?.code

it('accepts requests of curl, which sends neither origin nor site', () => {
  expect(ask()).toBeUndefined()
  expect(ask({ method: 'POST' })).toBeUndefined()
})

it.each<[string, Partial<RequestOrigin>]>([
  ['no Host', { hosts: [] }],
  ['a foreign Host', { hosts: ['evil.test:8723'] }],
  ['two of them', { hosts: ['localhost:8723', 'localhost:8723'] }],
  ['an absolute target', { target: 'http://evil.test/api/v1/conversations' }],
  ['an absolute target of ours', { target: 'http://localhost:8723/' }],
  ['an asterisk', { target: '*', method: 'OPTIONS' }],
  ['a foreign Host for a file', { hosts: ['evil.test'], target: '/app/plain.css' }],
])('%s is refused as a wrong host', (_, differs) => {
  expect(ask(differs)).toBe('wrong_host')
})

it.each<[string, string[], string]>([
  ['its own page', ['localhost:8723'], 'http://localhost:8723'],
  ['its own page in capitals', ['LocalHost:8723'], 'http://localhost:8723'],
  ['its own page through a tunnel', ['mac.example'], 'https://mac.example'],
  ['its own page by IPv6', ['[::1]:8723'], 'http://[::1]:8723'],
])('%s may send requests', (_, hosts, origin) => {
  expect(ask({ method: 'POST', hosts, origin, fetchSite: 'same-origin' })).toBeUndefined()
})

it.each([
  'http://evil.test',
  'http://localhost',
  'http://localhost:3000',
  'http://localhost:87230',
  'http://localhost:8723.evil.test',
  'http://localhost:8723/',
  'http://127.0.0.1:8723',
  'http://mac.example',
  'ftp://localhost:8723',
  'chrome-extension://localhost:8723',
  'localhost:8723',
  'null',
  '',
])('the origin %s is refused, whatever it requests', (origin) => {
  expect(ask({ origin })).toBe('forbidden')
  expect(ask({ origin, target: '/login', method: 'POST' })).toBe('forbidden')
  expect(ask({ origin, target: '/app/plain.js' })).toBe('forbidden')
})

it('a form with the origin "null" is accepted only from the same site', () => {
  const form = { method: 'POST', target: '/login', origin: 'null' }
  expect(ask({ ...form, fetchSite: 'same-origin' })).toBeUndefined()
  for (const fetchSite of ['cross-site', 'same-site', 'none', undefined])
    expect(ask({ ...form, fetchSite })).toBe('forbidden')
})

it.each(['same-origin', 'none', undefined])('the API answers when Sec-Fetch-Site is %s', (fetchSite) => {
  expect(ask({ fetchSite })).toBeUndefined()
})

it.each(['cross-site', 'same-site', 'SAME-ORIGIN', ''])('the API refuses when Sec-Fetch-Site is "%s"', (fetchSite) => {
  for (const target of [
    '/api/v1/conversations',
    '/api',
    '/api?x',
    '/%61pi/v1/search',
    '/mcp',
    '/m%63p?x',
    '/api%2fv1',
    '//api/v1',
    '/%ff',
  ])
    expect(ask({ target, fetchSite })).toBe('forbidden')
})

it('another site may link to a page, but may not send anything', () => {
  const elsewhere = { target: '/app/', fetchSite: 'cross-site' }
  expect(ask(elsewhere)).toBeUndefined()
  expect(ask({ ...elsewhere, target: '/apiary' })).toBeUndefined()
  for (const method of ['POST', 'PUT', 'DELETE', 'PATCH']) expect(ask({ ...elsewhere, method })).toBe('forbidden')
})
