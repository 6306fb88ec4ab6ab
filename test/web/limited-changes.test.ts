import { afterAll, beforeAll, expect, test } from 'vitest'
import { createClient } from '../../src/client/client.ts'
import type { GivenGrant } from '../../src/contract/grant.ts'
import { askAt } from '../harness/bluebubbles-here.ts'
import { type BlueBubblesStandIn, blueBubblesStandIn, helperPassword } from '../harness/private-helpers.ts'
import { until } from '../harness/until.ts'
import { keyWith, type WebHere, webHere } from '../harness/web-here.ts'

/** The people of the tests. A stand-in for a private helper makes the changes that a limited key may make at once. */
const [anna, ben, stranger] = ['+12025550123', '+12025550145', 999_999] as const

let web: WebHere
let helper: BlueBubblesStandIn
let toAnna: { rowid: number; guid: string; chatGuid: string }
let fromAnna: typeof toAnna
let fromBen: typeof toAnna

beforeAll(async () => {
  web = await webHere({ mac: { macos: 26 }, config: { compat: { bluebubbles: { enabled: true, port: 0 } } } })
  helper = await blueBubblesStandIn(web.mac)
  const { messages } = web.mac
  fromAnna = messages.receive({ from: anna, text: 'Shall we? Your code is 482913' }) as typeof toAnna
  fromBen = messages.receive({ from: ben, text: 'Hidden' }) as typeof toAnna
  toAnna = messages.send({ to: anna, text: 'The owner wrote this', state: 'delivered' }) as typeof toAnna
  await web.client.change_settings({
    compat: { helper: { kind: 'bluebubbles', url: helper.url, password: helperPassword } },
  })
  await until(async () => (await web.client.compat()).bluebubbles.state === 'listening')
})
afterAll(async () => {
  await web?.[Symbol.asyncDispose]()
  await helper?.[Symbol.asyncDispose]()
})

async function clientUnder(grant: GivenGrant) {
  const key = await keyWith(web, {}, ['read', 'write'], grant)
  return { key, client: createClient({ baseUrl: web.url, key }) }
}
const refused = (limit: string) => ({ code: 'send_not_granted', details: { limit } })

test('a key reacts to what it sees and shows that it types, in the words and under the names of its grant', async () => {
  const { client } = await clientUnder({
    people: { only: [anna] },
    fields: { handles: false },
    one_time_codes: 'hide',
  })
  const reacted = await client.change_tapback({ rowid: fromAnna.rowid, emoji: '❤️' })
  expect(reacted).toMatchObject({ text: 'Shall we? Your code is ••••••', tapbacks: ['❤️'] })
  expect(JSON.stringify(reacted)).not.toContain('2025550123')
  const [conversation] = await client.list_conversations({})
  expect(await client.set_typing({ guid: conversation?.guid ?? '', on: true })).toEqual({ typing: true })
  expect(helper.asked.at(-1)).toMatchObject({ method: 'POST', path: `chat/${fromAnna.chatGuid}/typing` })
})

test('hidden things are answered like things that do not exist, and nothing is done', async () => {
  const { client } = await clientUnder({ people: { only: [anna] } })
  const before = helper.asked.length
  const failureOf = (asked: Promise<unknown>) =>
    asked.then(
      () => 'done',
      ({ status, code, message, details }) => ({ status, code, message, details: { ...details, rowid: 0 } }),
    )
  for (const change of [
    (rowid: number) => client.change_tapback({ rowid, emoji: '❤️' }),
    (rowid: number) => client.edit_message({ rowid, text: 'Changed' }),
    (rowid: number) => client.unsend_message({ rowid }),
    (rowid: number) => client.message_trace({ rowid }),
  ]) {
    const [hidden, missing] = await Promise.all([failureOf(change(fromBen.rowid)), failureOf(change(stranger))])
    expect(hidden).toMatchObject({ status: 404, code: 'message_not_found' })
    expect(JSON.stringify(hidden).replace(`${fromBen.rowid}`, '')).toBe(
      JSON.stringify(missing).replace(`${stranger}`, ''),
    )
  }
  const typing = (guid: string) => failureOf(client.set_typing({ guid, on: true }))
  expect(await typing(fromBen.chatGuid)).toEqual(await typing('any;-;+12025550999'))
  expect(helper.asked.length).toBe(before)
})

test('a key that has to ask, may not send, or not there or then, changes nothing, and is told why', async () => {
  const before = helper.asked.length
  const now = new Date()
  const closed = `${String((now.getHours() + 2) % 24).padStart(2, '0')}:00`
  const limits: [NonNullable<GivenGrant['sends']>, string][] = [
    [{ mode: 'ask' }, 'mode'],
    [{ mode: 'never' }, 'mode'],
    [{ to: [ben] }, 'to'],
    [{ hours: `${closed}-${closed.replace(':00', ':30')}` }, 'hours'],
  ]
  for (const [sends, limit] of limits) {
    const { client } = await clientUnder({ sends })
    for (const change of [
      () => client.change_tapback({ rowid: fromAnna.rowid, emoji: '❤️' }),
      () => client.edit_message({ rowid: toAnna.rowid, text: 'Changed' }),
      () => client.unsend_message({ rowid: toAnna.rowid }),
      () => client.set_typing({ guid: fromAnna.chatGuid, on: true }),
    ])
      await expect(change()).rejects.toMatchObject(refused(limit))
  }
  expect(helper.asked.length).toBe(before)
})

test('a key that need not ask before writing to somebody may react there', async () => {
  const { client } = await clientUnder({ sends: { mode: 'ask', without_asking: [anna] } })
  expect(await client.change_tapback({ rowid: fromAnna.rowid, emoji: '👍' })).toMatchObject({ tapbacks: ['👍'] })
  await expect(client.change_tapback({ rowid: fromBen.rowid, emoji: '👍' })).rejects.toMatchObject(refused('mode'))
})

test('a key edits and unsends what it sent itself, and nothing that the owner wrote', async () => {
  const { client } = await clientUnder({ people: { only: [anna] } })
  await expect(client.edit_message({ rowid: toAnna.rowid, text: 'Not by me' })).rejects.toMatchObject(refused('own'))
  await expect(client.unsend_message({ rowid: toAnna.rowid })).rejects.toMatchObject(refused('own'))
  const { id } = await client.send({ handle: anna, text: 'By the key' })
  let rowid = 0
  await until(async () => {
    const { rowid: landed, state } = await client.get_send({ id })
    rowid = landed ?? 0
    return state === 'sent' || state === 'delivered'
  })
  expect(await client.edit_message({ rowid, text: 'Better' })).toMatchObject({ text: 'Better' })
  expect(await client.unsend_message({ rowid })).toMatchObject({ unsent: true })
})

test('changes count towards the hourly limit, as messages do', async () => {
  const { client } = await clientUnder({ sends: { per_hour: 3 } })
  await client.send({ handle: anna, text: 'One' })
  for (const emoji of ['❤️', '👍']) await client.change_tapback({ rowid: fromAnna.rowid, emoji })
  const before = helper.asked.length
  await expect(client.change_tapback({ rowid: fromAnna.rowid, emoji: '😂' })).rejects.toMatchObject({
    code: 'rate_limited',
  })
  expect(helper.asked.length).toBe(before)
})

test('BlueBubbles clients can react under a grant', async () => {
  const { key } = await clientUnder({ people: { only: [anna] } })
  const { url } = (await web.client.compat()).bluebubbles
  const react = ({ guid, chatGuid }: typeof fromAnna) =>
    askAt(url, 'POST message/react', {
      password: key,
      body: { chatGuid, selectedMessageGuid: guid, reaction: 'love' },
    })
  expect((await react(fromAnna)).json).toMatchObject({ status: 200, message: 'Reaction sent!' })
  const [hidden, missing] = [await react(fromBen), await react({ ...fromBen, guid: 'NONE' })]
  expect([hidden.status, hidden.text]).toEqual([400, missing.text])
})
