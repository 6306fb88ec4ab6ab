import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { completeGrant } from '../../src/domain/grant/complete.ts'
import { newApiKey } from '../../src/store/api-keys.ts'
import { passwordHash, type WebHere, webHere } from '../harness/web-here.ts'

const anna = '+12025550123'
const ben = '+12025550145'
const nowMs = Date.now()
const writer = newApiKey({ label: 'notifier', scopes: ['write'] }, nowMs)
const reader = newApiKey({ label: 'reader', scopes: ['read'] }, nowMs)
const asking = newApiKey(
  {
    label: 'asking',
    scopes: ['write'],
    grant: completeGrant({ people: { only: [anna] }, sends: { mode: 'ask' } }),
  },
  nowMs,
)
const owner = newApiKey({ label: 'owner', scopes: ['read', 'write', 'admin'] }, nowMs)

let web: WebHere

beforeAll(async () => {
  web = await webHere({
    config: {
      auth: { password_hash: passwordHash, api_keys: [writer.stored, reader.stored, asking.stored, owner.stored] },
      whitelist: { handles: [anna] },
      send: { per_minute: 1_000 },
    },
  })
  for (const from of [anna, ben]) web.mac.messages.receive({ from, text: 'Hello' })
})
afterAll(() => web?.[Symbol.asyncDispose]())

const bearer = { authorization: `Bearer ${writer.key}` }
const basic = { authorization: `Basic ${Buffer.from(`relay:${writer.key}`).toString('base64')}` }

interface Asked {
  body?: unknown
  headers?: Record<string, string>
  method?: string
}

async function ask(path: string, { body, headers = bearer, method = 'POST' }: Asked = {}) {
  const response = await fetch(`${web.url}${path}`, {
    method,
    headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, body: text === '' ? null : JSON.parse(text) }
}

const change = (notifiers: object) =>
  fetch(`${web.url}/api/v1/settings`, {
    method: 'POST',
    headers: { authorization: `Bearer ${owner.key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ compat: { notifiers } }),
  })

const sends = async () => {
  const response = await fetch(`${web.url}/api/v1/sends`, { headers: { authorization: `Bearer ${owner.key}` } })
  const page = (await response.json()) as { items?: Array<{ kind: string; handle: string }> }
  return (page.items ?? (page as never)) as Array<{ kind: string; handle: string }>
}

const signal = { message: 'The garage is open', number: '+12025550100', recipients: [anna] }

test('the address does not exist while the setting is off', async () => {
  const unknown = await ask('/compat/nothing', { body: {} })
  for (const path of ['/compat/signal/v2/send', '/compat/apprise/notify'])
    expect(await ask(path, { body: signal })).toEqual(unknown)
  expect(unknown.status).toBe(404)
  expect((await change({ enabled: true })).status).toBe(200)
})

test('requests of signal-cli send with a key that may write, given in a header, as name and password, or in the address', async () => {
  for (const headers of [bearer, basic]) {
    const { status, body } = await ask('/compat/signal/v2/send', { body: signal, headers })
    expect([status, body]).toEqual([201, { timestamp: expect.stringMatching(/^\d{13}$/) }])
  }
  const byAddress = `/compat/signal/v2/send?key=${writer.key}`
  expect((await ask(byAddress, { body: { ...signal, recipients: anna }, headers: {} })).status).toBe(201)
  expect((await sends()).filter(({ handle }) => handle === anna)).toHaveLength(3)
  expect(await ask('/compat/signal/v2/send', { body: signal, headers: {} })).toMatchObject({
    status: 401,
    body: { code: 'unauthenticated', error: expect.stringContaining('API key') },
  })
  const asReader = { authorization: `Bearer ${reader.key}` }
  expect(await ask('/compat/signal/v2/send', { body: signal, headers: asReader })).toMatchObject({ status: 403 })
  expect(await ask('/compat/signal/v1/about', { method: 'GET' })).toMatchObject({
    status: 200,
    body: { versions: ['v1', 'v2'] },
  })
  expect((await ask('/compat/signal/v1/health', { method: 'GET' })).status).toBe(204)
  expect((await ask('/compat/signal/v1/accounts', { method: 'GET' })).body).toBeInstanceOf(Array)
  expect(readFileSync(join(web.mac.home, '.service', 'service.jsonl'), 'utf8')).not.toMatch(/svc_|garage/)
})

test('attachments in every form that notifiers use arrive as files', async () => {
  const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
  const base64_attachments = [
    `data:image/png;filename=door.png;base64,${png}`,
    `data:image/png;base64,${png}`,
    `data:image/png;filename=..%2f..%2fx.png;base64,${png}`,
    png,
  ]
  const before = (await sends()).length
  expect((await ask('/compat/signal/v2/send', { body: { ...signal, base64_attachments } })).status).toBe(201)
  expect((await sends()).length - before).toBe(5)
  const names = web.mac.rows('SELECT transfer_name FROM attachment ORDER BY ROWID').map((row) => row.transfer_name)
  expect(names).toEqual(['door.png', 'attachment-2.png', 'x.png', 'attachment-4.bin'])
  const wrong = { ...signal, base64_attachments: ['no base64!'] }
  expect(await ask('/compat/signal/v2/send', { body: wrong })).toMatchObject({ status: 400 })
})

test('nobody outside the whitelist gets a message, unless the owner allows it', async () => {
  const toBen = { ...signal, recipients: [anna, ben] }
  const before = (await sends()).length
  expect(await ask('/compat/signal/v2/send', { body: toBen })).toMatchObject({
    status: 403,
    body: { code: 'forbidden' },
  })
  expect(await ask('/compat/signal/v2/send', { body: { ...signal, recipients: [] } })).toMatchObject({ status: 400 })
  expect(await sends()).toHaveLength(before)
  await change({ recipients: [ben] })
  expect((await ask('/compat/signal/v2/send', { body: { ...signal, recipients: [] } })).status).toBe(201)
  expect((await sends()).filter(({ handle }) => handle === ben)).toHaveLength(1)
  await change({ recipients: [], any_recipient: true })
  expect((await ask('/compat/signal/v2/send', { body: toBen })).status).toBe(201)
  await change({ any_recipient: false })
})

test('Apprise’s JSON, the JSON of its API and Grafana’s send title and text, and a repeated key sends once', async () => {
  const json = { version: '1.0', title: 'Backup', message: 'failed', attachments: [], type: 'failure' }
  const path = `/compat/apprise/notify/${encodeURIComponent(anna)}`
  expect(await ask(path, { body: json, headers: basic })).toEqual({ status: 200, body: { error: null } })
  const byQuery = `/compat/apprise/notify?to=${encodeURIComponent(anna)}`
  const ofApi = { title: 'Backup', body: 'done', type: 'info', format: 'text' }
  const once = { ...bearer, 'idempotency-key': 'backup-1' }
  for (let times = 0; times < 2; times++) expect((await ask(byQuery, { body: ofApi, headers: once })).status).toBe(200)
  const form = { ...bearer, 'content-type': 'application/x-www-form-urlencoded' }
  expect((await ask(byQuery, { body: 'body=by+form', headers: form })).status).toBe(200)
  expect(await ask(byQuery, { body: { title: '', body: ' ' } })).toMatchObject({ status: 400 })
  const newest = await fetch(
    `${web.url}/api/v1/conversations/${encodeURIComponent(`any;-;${anna}`)}/messages?limit=3`,
    {
      headers: { authorization: `Bearer ${owner.key}` },
    },
  )
  expect(JSON.stringify(await newest.json())).toMatch(/Backup\\nfailed.*Backup\\ndone.*by form/)
})

test('a limited key writes as its grant allows: a held message is reported as such, and hidden people are treated as unknown', async () => {
  const headers = { authorization: `Bearer ${asking.key}` }
  const before = (await sends()).length
  expect(await ask('/compat/signal/v2/send', { body: signal, headers })).toMatchObject({
    status: 201,
    body: { held: true },
  })
  const path = `/compat/apprise/notify/${encodeURIComponent(anna)}`
  expect(await ask(path, { body: { message: 'Wait' }, headers })).toEqual({
    status: 200,
    body: { error: null, held: true },
  })
  expect((await sends()).length - before).toBe(2)
  expect((await ask('/compat/signal/v1/accounts', { method: 'GET', headers })).body).toEqual([])
  await change({ any_recipient: true })
  const to = async (recipient: string) =>
    (await ask('/compat/signal/v2/send', { body: { ...signal, recipients: [recipient] }, headers })).body
  expect(await to(ben)).toEqual(await to('+12025550199'))
  expect((await sends()).length - before).toBe(2)
  await change({ any_recipient: false })
})
