import { afterAll, beforeAll, expect, test } from 'vitest'
import { newApiKey } from '../../src/store/api-keys.ts'
import { askAt } from '../harness/bluebubbles-here.ts'
import { ImsgProcess, runImsg } from '../harness/imsg-process.ts'
import { until } from '../harness/until.ts'
import { passwordHash, type WebHere, webHere } from '../harness/web-here.ts'

/** A key that is paused or has expired is no wrong one, and each program is told so in the terms of its own protocol. */
const scopes = ['read', 'write'] as const
const nowMs = Date.now()
const paused = newApiKey({ label: 'paused', scopes }, nowMs)
const expired = newApiKey({ label: 'expired', scopes, expiresAt: '2026-01-01T00:00:00Z' }, nowMs)
const wrong = newApiKey({ label: 'wrong', scopes }, nowMs).key
const owner = newApiKey({ label: 'owner', scopes: ['read', 'admin'] }, nowMs)
const anna = '+12025550123'

let web: WebHere
let blueBubbles: string

beforeAll(async () => {
  web = await webHere({
    config: {
      auth: {
        password_hash: passwordHash,
        api_keys: [{ ...paused.stored, paused: true }, expired.stored, owner.stored],
      },
      compat: { notifiers: { enabled: true }, bluebubbles: { enabled: true, port: 0 } },
      whitelist: { handles: [anna] },
    },
  })
  const compat = async () => {
    const response = await fetch(`${web.url}/api/v1/compat`, { headers: { authorization: `Bearer ${owner.key}` } })
    return ((await response.json()) as { bluebubbles: { state: string; url: string } }).bluebubbles
  }
  await until(async () => (await compat()).state === 'listening')
  blueBubbles = (await compat()).url
})
afterAll(() => web?.[Symbol.asyncDispose]())

test.each([
  ['paused', paused.key, 403, /paused.*resume it/],
  ['expired', expired.key, 401, /This API key has expired/],
  ['wrong', wrong, 401, /^Unauthorized$/],
])('a BlueBubbles client with a key that is %s is told so', async (_, password, status, error) => {
  const { json, ...answer } = await askAt(blueBubbles, 'GET server/info', { password })
  expect([answer.status, json]).toMatchObject([status, { status, error: { type: 'Authentication Error' } }])
  expect(json.error.message).toMatch(error)
})

test.each([
  ['paused', paused.key, 403, 'key_paused', /paused/],
  ['expired', expired.key, 401, 'unauthenticated', /has expired/],
  ['wrong', wrong, 401, 'unauthenticated', /unknown or incomplete/],
])('a notifier with a key that is %s is told so', async (_, key, status, code, error) => {
  const response = await fetch(`${web.url}/compat/signal/v2/send?key=${key}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ message: 'Nobody', recipients: [anna] }),
  })
  expect([response.status, await response.json()]).toEqual([status, { code, error: expect.stringMatching(error) }])
})

test.each([
  ['paused', paused.key, /paused/],
  ['expired', expired.key, /expired.*RELAY_KEY/],
])(
  'relay-imsg with a key that is %s says so, and what to do at the place where it reads the key',
  async (_, key, said) => {
    const env = { RELAY_URL: web.url, RELAY_KEY: key }
    const { status, stderr } = await runImsg(web.mac.home, ['chats'], env)
    expect([status, stderr]).toEqual([1, expect.stringMatching(said)])
    expect(stderr).not.toMatch(/\/login|SERVICE_API_KEY/)
    await using rpc = new ImsgProcess(web.mac.home, env)
    expect((await rpc.call('chats.list', {})).error).toMatchObject({ data: expect.stringMatching(said) })
  },
)
