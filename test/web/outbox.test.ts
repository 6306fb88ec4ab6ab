import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Client, createClient } from '../../src/client/client.ts'
import { type EndpointName, endpoints } from '../../src/contract/endpoints.ts'
import type { GivenGrant } from '../../src/contract/grant.ts'
import { dirOf } from '../harness/bridge-process.ts'
import { askerOf } from '../harness/endpoint-examples.ts'
import { tell } from '../harness/told.ts'
import { until } from '../harness/until.ts'
import { keyWith, signIn, type WebHere, webHere } from '../harness/web-here.ts'
import { sentRows } from '../sending/rows.ts'

const [anna, ben, group] = ['+12025550123', '+12025550145', 'any;+;chat700000000']
let web: WebHere
let browser: Record<string, string>
let admin: Client
let asking: { client: Client; key: string; id: string }

const clientWith = (key: string) => createClient({ baseUrl: web.url, key })

async function keyThat(grant: GivenGrant) {
  const key = await keyWith(web, browser, ['read', 'write'], grant)
  return { client: clientWith(key), key, id: key.slice(4, 12) }
}

beforeAll(async () => {
  web = await webHere({ config: { send: { per_minute: 1_000, same_text_people: 1_000 } } })
  web.mac.messages.receive({ from: anna, text: 'Hi' })
  web.mac.messages.receive({ from: ben, text: 'Hello' })
  browser = await signIn(web)
  admin = clientWith(await keyWith(web, browser, ['read', 'admin']))
  asking = await keyThat({ sends: { mode: 'ask' } })
})

afterAll(async () => await web?.[Symbol.asyncDispose]())

const texts = () => sentRows(web.mac.home).map(({ text }) => text)
const ask = (name: EndpointName, input: object, headers: Record<string, string>) =>
  askerOf(web.url)(endpoints[name], { input, headers })
const withKey = (key: string) => ({ authorization: `Bearer ${key}` })

async function held(text: string, order: object = {}, { client } = asking) {
  const { id } = await client.send({ handle: anna, text, ...order })
  const found = (await admin.list_outbox({})).find((each) => each.id === id)
  if (found === undefined) throw new Error('it does not wait')
  return found
}
const isGone = (id: string) => until(async () => (await admin.get_send({ id })).rowid !== null)

test('a key that has to ask gets 202; the owner sees who writes what to whom and why, and sends it by a press', async () => {
  const order = { handle: anna, text: 'Dinner at eight?', reason: 'Anna asked when' }
  const { status, json } = await ask('send', order, withKey(asking.key))
  expect([status, json().state]).toEqual([202, 'held'])
  const [one] = await admin.list_outbox({})
  expect(one).toMatchObject({
    id: json().id,
    asker: { is: 'key', id: asking.id, name: 'read write' },
    name: anna,
    text: 'Dinner at eight?',
    reason: 'Anna asked when',
  })
  expect(texts()).toEqual([])
  const { version = '', id = '' } = one ?? {}
  const released = await ask('release_held', { id, version }, browser)
  expect([released.status, released.json().id]).toEqual([200, id])
  await isGone(id)
  expect(texts()).toEqual(['Dinner at eight?'])
  expect((await asking.client.get_send({ id })).rowid).not.toBeNull()
  const audit = readFileSync(dirOf(web.mac.home).auditFile, 'utf8')
  for (const action of ['send_held', 'send_released']) expect(audit).toContain(action)
  expect(audit).not.toMatch(/Dinner|Anna asked|2025550123/)
})

test('nothing is released by the asker, another site, a key without admin, or an earlier press', async (context) => {
  const { id, version } = await held('Not yours to send')
  const cookieAlone = { cookie: browser.cookie ?? '' }
  const foreign = { ...browser, origin: 'https://evil.example' }
  const tries: Record<string, string>[] = [
    {},
    withKey(asking.key),
    withKey(await keyWith(web, browser, ['read', 'write'])),
    cookieAlone,
    foreign,
    { ...browser, 'sec-fetch-site': 'cross-site' },
    { ...browser, 'sec-fetch-site': 'same-site' },
    { ...browser, 'x-csrf-token': 'x' },
  ]
  for (const headers of tries)
    for (const name of ['release_held', 'refuse_held'] as const) {
      const { status } = await ask(name, { id, ...(name === 'release_held' && { version }) }, headers)
      expect([401, 403], `${name} ${JSON.stringify(Object.keys(headers))}`).toContain(status)
    }
  const form = await fetch(`${web.url}/api/v1/outbox/${id}/release`, {
    method: 'POST',
    headers: { ...browser, 'content-type': 'text/plain' },
    body: JSON.stringify({ version }),
  })
  expect(form.status).toBe(415)
  const link = await fetch(`${web.url}/api/v1/outbox/${id}/release?version=${version}`, { headers: browser })
  expect(link.status).toBe(405)
  expect((await admin.get_send({ id })).state).toBe('held')
  await expect(admin.release_held({ id, version: 'another' })).rejects.toMatchObject({ code: 'conflict' })
  await admin.release_held({ id, version })
  await expect(admin.release_held({ id, version })).rejects.toMatchObject({ code: 'not_held' })
  await isGone(id)
  expect(texts().filter((text) => text === 'Not yours to send')).toHaveLength(1)
  // Each header tried for both decisions; the form, the link, another version, and the same press again.
  tell(context, { attempts: 2 * tries.length + 4 })
})

test('a key that asked and later became an administrator still cannot release what it asked for', async () => {
  const other = await keyThat({ sends: { mode: 'ask' } })
  const { id, version } = await held('Grown up', {}, other)
  await admin.change_key({ id: other.id, grant: null, scopes: ['read', 'write', 'admin'] })
  const { status } = await ask('release_held', { id, version }, withKey(other.key))
  expect(status).toBe(403)
  await admin.refuse_held({ id })
})

test('the asker learns of a refusal, and can withdraw; neither sends anything', async () => {
  const refused = await held('Refused')
  await admin.refuse_held({ id: refused.id })
  expect(await asking.client.get_send({ id: refused.id })).toMatchObject({
    state: 'failed',
    error: { code: 'send_refused' },
  })
  const withdrawn = await held('Withdrawn')
  await asking.client.cancel_send({ id: withdrawn.id })
  await expect(admin.release_held({ id: withdrawn.id, version: withdrawn.version })).rejects.toMatchObject({
    code: 'not_held',
  })
  expect(texts()).not.toContain('Refused')
  expect(texts()).not.toContain('Withdrawn')
})

test('the owner can change the words, which are sent as they were when pressed', async () => {
  const { id, version } = await held('Meet at ten')
  await admin.release_held({ id, version, text: 'Meet at nine' })
  await isGone(id)
  expect(texts()).toContain('Meet at nine')
  expect(texts()).not.toContain('Meet at ten')
})

test('a key that is allowed permanently writes without asking, and only to this person', async () => {
  const it = await keyThat({ sends: { mode: 'ask' } })
  const { id, version } = await held('First', {}, it)
  await admin.release_held({ id, version, always: true })
  await until(async () => (await it.client.send({ handle: anna, text: 'Second' })).state !== 'held')
  expect((await it.client.send({ handle: ben, text: 'Third' })).state).toBe('held')
  const [stored] = (await admin.list_keys()).filter((key) => key.id === it.id)
  expect(stored?.grant?.sends).toMatchObject({ mode: 'ask', without_asking: [anna] })
})

test('files and scheduled messages have to ask as well', async () => {
  const file = new File(['the plan'], 'plan.pdf')
  const sent = await asking.client.send_file({ handle: anna, file, text: 'Here' })
  const later = await asking.client.send({ handle: anna, text: 'Tomorrow', send_at: 'P1D' })
  expect([sent.state, later.state]).toEqual(['held', 'held'])
  const found = await admin.list_outbox({})
  const [ofFile, ofLater] = [sent, later].map(({ id }) => found.find((each) => each.id === id))
  expect([ofFile?.file_name, ofLater?.send_at]).toEqual(['plan.pdf', later.send_at])
  await admin.release_held({ id: later.id, version: ofLater?.version ?? '' })
  expect((await admin.get_send({ id: later.id })).state).toBe('scheduled')
  await asking.client.cancel_send({ id: later.id })
  await admin.release_held({ id: sent.id, version: ofFile?.version ?? '' })
  await isGone(sent.id)
})

test.each<[string, GivenGrant, object, object]>([
  [
    'a key that may not send',
    { sends: { mode: 'never' } },
    {},
    { code: 'send_not_granted', details: { limit: 'mode' } },
  ],
  ['somebody else', { sends: { to: [ben] } }, {}, { code: 'send_not_granted', details: { limit: 'to' } }],
  ['somebody hidden', { people: { only: [ben] } }, {}, { code: 'send_not_granted', details: { limit: 'to' } }],
  ['hours without a minute', { sends: { hours: '00:00-00:00' } }, {}, { details: { limit: 'hours' } }],
])('%s is refused, and nothing is sent', async (what, grant, order, refusal) => {
  const { client } = await keyThat(grant)
  await expect(client.send({ handle: anna, text: `To ${what}`, ...order })).rejects.toMatchObject(refusal)
  expect(texts()).not.toContain(`To ${what}`)
})

test('a chat that a grant hides is as unknown as one that does not exist', async () => {
  const { client } = await keyThat({ people: { only: [ben] } })
  const refusals = await Promise.all(
    [`any;-;${anna}`, 'any;-;+12025559999', group].map((guid) =>
      client.send_to_chat({ guid, text: 'x' }).catch(({ code, message, details }) => ({ code, message, details })),
    ),
  )
  expect(new Set(refusals.map((refusal) => JSON.stringify(refusal))).size).toBe(1)
  expect(refusals[0]).toMatchObject({ code: 'conversation_not_found' })
})

test('a key can ask for a limited number of messages in an hour, and the owner’s own do not count towards it', async () => {
  const { client } = await keyThat({ sends: { mode: 'ask', per_hour: 2 } })
  await client.send({ handle: anna, text: 'One' })
  await client.send({ handle: anna, text: 'Two' })
  await expect(client.send({ handle: anna, text: 'Three' })).rejects.toMatchObject({ code: 'rate_limited' })
})

test('a key with a grant sees only its own sends', async () => {
  const { id } = await held('Mine')
  const other = await keyThat({ sends: { mode: 'ask' } })
  await expect(other.client.get_send({ id })).rejects.toMatchObject({ code: 'send_not_found' })
  await expect(other.client.cancel_send({ id })).rejects.toMatchObject({ code: 'send_not_found' })
  expect(await other.client.list_sends({})).toEqual([])
  expect((await asking.client.list_sends({ state: 'held' })).map((send) => send.id)).toContain(id)
  const blind = await keyThat({ fields: { handles: false }, sends: { mode: 'ask' } })
  expect(await blind.client.send({ handle: anna, text: 'Without numbers' })).toMatchObject({
    handle: '',
    chat_guid: null,
  })
})

test('a key that sees no addresses writes to people by the ids that it was given', async () => {
  const blind = await keyThat({
    people: { only: [anna] },
    fields: { handles: false, names: false },
    sends: { mode: 'ask' },
  })
  const [conversation] = await blind.client.list_conversations({})
  const { handle: to = '', guid = '' } = conversation ?? {}
  expect(to).toMatch(/^person-/)
  for (const sent of [
    await blind.client.send({ handle: to, text: 'By id' }),
    await blind.client.send_to_chat({ guid, text: 'By chat' }),
  ]) {
    expect([sent.state, JSON.stringify(sent).includes('2025550')]).toEqual(['held', false])
    expect((await admin.list_outbox({})).find(({ id }) => id === sent.id)).toMatchObject({ handle: anna })
  }
  const stranger = 'person-abcdefghijklmnop'
  await expect(blind.client.send_to_chat({ guid: `any;-;${stranger}`, text: 'x' })).rejects.toMatchObject({
    status: 404,
  })
  await expect(blind.client.send({ handle: stranger, text: 'x' })).rejects.toBeDefined()
})

test('without a password nobody can decide', async () => {
  await using open = await webHere()
  await expect(open.client.release_held({ id: 'x', version: 'x' })).rejects.toMatchObject({ code: 'no_password' })
})
