import { afterAll, beforeAll, expect, test } from 'vitest'
import { keyWith, signIn, type WebHere, webHere } from '../harness/web-here.ts'

let web: WebHere
let headers: Record<string, string>

beforeAll(async () => {
  web = await webHere()
  const browser = await signIn(web)
  headers = { authorization: `Bearer ${await keyWith(web, browser)}`, 'content-type': 'application/json' }
})
afterAll(() => web?.[Symbol.asyncDispose]())

// biome-ignore lint/suspicious/noExplicitAny: whatever the service answered
async function ask(method: string, path: string, body?: unknown): Promise<{ status: number; body: any }> {
  const response = await fetch(`${web.url}${path}`, {
    method,
    headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  return { status: response.status, body: await response.json() }
}

const rules = [
  { name: 'Dinner', conditions: 'from:Anna Berg AND contains:dinner', action: { type: 'auto_reply', body: 'Yes' } },
  { name: 'Hook', conditions: 'in:group', action: { type: 'webhook', url: 'http://127.0.0.1:9/x' } },
  {
    name: 'All',
    enabled: false,
    trigger: 'on_inbound',
    cooldown_s: 90,
    conditions: 'NOT (in:group OR in:direct)',
    action: { type: 'webhook', url: 'http://127.0.0.1:9/x', body: 'note' },
  },
]

test.each(rules)('the rule $name can be sent back as it was read, whole and field by field', async (written) => {
  const { id } = (await ask('POST', '/api/v1/rules', written)).body
  const got = (await ask('GET', '/api/v1/rules')).body.find((rule: { id: string }) => rule.id === id)
  expect(got).toMatchObject(written)
  const fields = Object.entries(got).map(([name, value]) => ({ [name]: value }))
  expect(fields).toHaveLength(11)
  for (const change of [got, ...fields])
    expect(await ask('PUT', `/api/v1/rules/${id}`, change), JSON.stringify(change)).toEqual({ status: 200, body: got })
})

test('an API key can be sent back as it was read', async () => {
  const [got] = (await ask('GET', '/api/v1/keys')).body
  const { status, body } = await ask('PUT', `/api/v1/keys/${got.id}`, got)
  expect([status, body]).toEqual([200, { ...got, last_used_on: expect.anything(), last_used_from: expect.anything() }])
})

test('the settings can be sent back as they were read', async () => {
  const got = (await ask('GET', '/api/v1/settings')).body
  expect(await ask('POST', '/api/v1/settings', got)).toEqual({ status: 200, body: got })
})

test('a change of one rule never changes another', async () => {
  const [one, two] = (await ask('GET', '/api/v1/rules')).body
  const refused = await ask('PUT', `/api/v1/rules/${one.id}`, { ...two, name: 'Taken over' })
  expect(refused).toMatchObject({ status: 400, body: { error: { details: { in: 'body', path: 'id' } } } })
  expect((await ask('GET', '/api/v1/rules')).body.slice(0, 2)).toEqual([one, two])
})

test('unknown fields of a rule are still refused', async () => {
  const [{ id }] = (await ask('GET', '/api/v1/rules')).body
  const refused = await ask('PUT', `/api/v1/rules/${id}`, { cooldown: 90 })
  expect(refused).toMatchObject({ status: 400, body: { error: { details: { path: 'cooldown' } } } })
})
