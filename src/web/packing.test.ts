import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import type { Endpoint } from '../contract/endpoint.ts'
import { endpoints } from '../contract/endpoints.ts'
import { codingOf } from './packing.ts'
import { testApp } from './test-app.ts'

const words = 'A walrus in the garden. '.repeat(200)
const answering = () => testApp({ actions: { list_contacts: () => [{ name: words }], list_keys: () => [] } }).app

test.each([
  ['br', 'br', brotliDecompressSync],
  ['gzip', 'gzip', gunzipSync],
  ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
] as const)('a long response is compressed for clients that accept %s', async (accepted, coding, unpack) => {
  const headers = { 'accept-encoding': accepted }
  const { headers: told, rawPayload } = await answering().inject({ url: '/api/v1/contacts', headers })
  expect([told['content-encoding'], told.vary]).toEqual([coding, 'accept-encoding'])
  expect(JSON.parse(unpack(rawPayload).toString())).toEqual([{ name: words }])
  expect(rawPayload.length).toBeLessThan(words.length / 4)
})

test.each([
  ['nothing', '/api/v1/contacts', ''],
  ['another coding', '/api/v1/contacts', 'deflate'],
  ['only what is not packed', '/api/v1/contacts', 'identity, br;q=0, gzip; q=0.0'],
])('a long response is sent uncompressed to clients that accept %s', async (_what, url, accepted) => {
  const { headers, body } = await answering().inject({ url, headers: { 'accept-encoding': accepted } })
  expect([headers['content-encoding'], headers.vary]).toEqual([undefined, 'accept-encoding'])
  expect(JSON.parse(body)).toEqual([{ name: words }])
})

test('a short response is sent uncompressed', async () => {
  const { headers, body } = await answering().inject({ url: '/api/v1/keys', headers: { 'accept-encoding': 'br' } })
  expect([headers['content-encoding'], body]).toEqual([undefined, '[]'])
})

test('a response that contains a secret is never compressed', async () => {
  const { app } = testApp({ actions: { add_key: () => ({ key: words }), get_settings: () => ({ key: words }) } })
  const headers = { 'accept-encoding': 'br, gzip' }
  const key = await app.inject({
    method: 'POST',
    url: '/api/v1/keys',
    headers,
    payload: { label: 'l', scopes: ['read'] },
  })
  const settings = await app.inject({ url: '/api/v1/settings', headers })
  expect([key, settings].map(({ headers }) => headers['content-encoding'])).toEqual([undefined, undefined])
  const secret = (Object.entries(endpoints) as [string, Endpoint][]).filter(([, { is_secret }]) => is_secret)
  expect(secret.map(([name]) => name)).toEqual(
    expect.arrayContaining(['login', 'setup', 'page_session', 'add_key', 'open_plugin_frame']),
  )
})

test('the best accepted coding is chosen', () => {
  expect(['GZIP', 'gzip;q=0.5, br;q=0.1', 'br ; q=0', '*', ''].map(codingOf)).toEqual([
    'gzip',
    'br',
    undefined,
    undefined,
    undefined,
  ])
})
