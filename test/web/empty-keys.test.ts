import { afterAll, beforeAll, expect, test } from 'vitest'
import { runHere } from '../../src/cli/test-run-here.ts'
import { unusedPort } from '../../src/cli/test-unused-port.ts'
import { createClient } from '../../src/client/client.ts'
import { exitCodes } from '../../src/contract/errors.ts'
import { completeGrant } from '../../src/domain/grant/complete.ts'
import { newApiKey } from '../../src/store/api-keys.ts'
import { runImsg } from '../harness/imsg-process.ts'
import { mcpClient } from '../harness/mcp-client.ts'
import { until } from '../harness/until.ts'
import { type WebHere, webHere } from '../harness/web-here.ts'

/** Has no password, so that everyone without a key may do everything: here an empty key would do most harm. */
let web: WebHere
let blueBubblesUrl: string
const anna = '+12025550123'
const message = { handle: anna, text: 'Nobody asked for this' }
const asking = completeGrant({ sends: { mode: 'ask' } })
const expired = newApiKey(
  { label: 'over', scopes: ['read', 'write'], grant: asking, expiresAt: '2026-01-01T00:00:00Z' },
  0,
)
const limited = newApiKey({ label: 'asking', scopes: ['read', 'write'], grant: asking }, 0)

beforeAll(async () => {
  const port = await unusedPort()
  blueBubblesUrl = `http://127.0.0.1:${port}/api/v1`
  web = await webHere({
    config: {
      auth: { api_keys: [expired.stored, limited.stored] },
      compat: { notifiers: { enabled: true }, bluebubbles: { enabled: true, port } },
      whitelist: { handles: [anna] },
    },
  })
  web.mac.messages.receive({ from: anna, text: 'Hello' })
  await until(async () => (await web.client.compat()).bluebubbles.state === 'listening')
})
afterAll(() => web?.[Symbol.asyncDispose]())

const post = (path: string, headers: Record<string, string>, body: object) =>
  fetch(`${web.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })

const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'send_message', arguments: message } }
const accept = { accept: 'application/json, text/event-stream' }

test.each<[string, Record<string, string>, string]>([
  ['an empty key', { authorization: 'Bearer ' }, 'empty'],
  ['only blanks as a key', { authorization: 'bearer    ' }, 'empty'],
  ['an empty header', { authorization: '' }, 'empty'],
  ['an empty X-API-Key', { 'x-api-key': '' }, 'header Authorization'],
  ['a key in X-API-Key', { 'x-api-key': limited.key }, 'header Authorization'],
  ['a key that has expired', { authorization: `Bearer ${expired.key}` }, 'expired'],
  ['half a key', { authorization: `Bearer ${limited.key.slice(0, 20)}` }, 'incomplete'],
])('%s is refused instead of counting as no key', async (_, headers, reason) => {
  const answers = await Promise.all([
    post('/api/v1/send', headers, message),
    post('/mcp', { ...headers, ...accept }, call),
    fetch(`${web.url}/api/v1/conversations`, { headers }),
    fetch(`${web.url}/api/v1/events`, { headers }),
  ])
  for (const answer of answers) {
    const text = await answer.text()
    expect([answer.status, text]).toEqual([401, expect.stringContaining(reason)])
    expect(text).toContain('unauthenticated')
  }
  const notified = await post('/compat/signal/v2/send', headers, { message: 'Nobody', recipients: [anna] })
  expect(notified.status).toBe(401)
})

test('a BlueBubbles client with an empty password is refused', async () => {
  for (const [query, headers] of [
    ['?password=', {}],
    ['?guid=%20', {}],
    ['', { authorization: 'Bearer ' }],
    ['', { 'x-api-key': '' }],
  ] as const) {
    const response = await fetch(`${blueBubblesUrl}/ping${query}`, { headers })
    expect([response.status, await response.text()]).toEqual([401, expect.stringContaining('Missing server password!')])
  }
})

test('a key in the address grants no access, empty or not', async () => {
  for (const key of ['', limited.key]) {
    const response = await post(`/api/v1/send?api_key=${key}`, {}, message)
    expect(response.status).toBe(401)
  }
})

test('a client that is given an empty key is refused', async () => {
  const asked = createClient({ baseUrl: web.url, key: '' }).send(message)
  await expect(asked).rejects.toMatchObject({ code: 'unauthenticated', message: expect.stringContaining('empty') })
})

test('commands with an empty SERVICE_API_KEY say what to do', async () => {
  const { status, stderr } = await runHere(web.mac.home, ['send', anna, 'Nobody'], { SERVICE_API_KEY: '' })
  expect([status, stderr]).toEqual([
    exitCodes.refused,
    expect.stringMatching(/empty.*Set SERVICE_API_KEY to a valid API key, or unset it/s),
  ])
})

test('tools with an empty SERVICE_API_KEY cannot do anything', async () => {
  await using mcp = await mcpClient(web.mac.home, { env: { SERVICE_API_KEY: '' } })
  expect(await mcp.tools()).not.toContain('send_message')
  for (const name of ['list_conversations', 'send_message'])
    expect(await mcp.call(name, name === 'send_message' ? { to: anna, text: 'Nobody' } : {})).toMatchObject({
      isError: true,
      text: expect.stringMatching(/^unauthenticated: SERVICE_API_KEY is set and empty/),
    })
})

test('relay-imsg with an empty RELAY_KEY creates no key of its own', async () => {
  for (const env of [{ RELAY_KEY: '' }, { RELAY_KEY: ' ', RELAY_URL: web.url }]) {
    const { status, stderr } = await runImsg(web.mac.home, ['send', '--to', anna, '--text', 'Nobody'], env)
    expect([status, stderr]).toEqual([64, expect.stringContaining('RELAY_KEY is set and empty')])
  }
})

test('after all of these requests nothing was sent', async () => {
  expect(await web.client.list_sends({})).toEqual([])
  expect((await web.client.send(message)).handle).toBe(anna)
})
