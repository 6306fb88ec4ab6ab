import { afterAll, beforeAll, expect, test } from 'vitest'
import { chance, seededRandom } from '../../../simulator/random.ts'
import { routes } from '../../../src/compat/bluebubbles/routes.ts'
import type { GivenGrant } from '../../../src/contract/grant.ts'
import { socketClient, textsOf, webhookReceiver } from '../../harness/bluebubbles-client.ts'
import { type BlueBubblesHere, blueBubblesHere, fullKey } from '../../harness/bluebubbles-here.ts'
import { type BridgeHere, bridgeHere } from '../../harness/bridge-here.ts'
import {
  anna,
  annaMail,
  ben,
  carla,
  dora,
  type GrantedWorld,
  grantedWorld,
  type Told,
} from '../../harness/granted-world.ts'
import { isWhole } from '../../harness/told.ts'
import { until } from '../../harness/until.ts'
import { searchable } from '../../harness/web-here.ts'

const config = {
  relay: { scope: 'everyone', poll_interval_s: 0.1 },
  send: { confirm_timeout_s: 2, per_minute: 1_000, same_text_people: 1_000 },
}
const seed = Number(process.env.SEED ?? Date.now() % 1_000_000)
const cases = isWhole ? 200 : 6

let bridge: BridgeHere
let here: BlueBubblesHere
let world: GrantedWorld
let limited: { id: string; key: string }

beforeAll(async () => {
  bridge = await bridgeHere({
    config,
    prepare(mac) {
      world = grantedWorld(mac)
    },
  })
  here = await blueBubblesHere({ over: bridge.mac, config, key: fullKey() })
  await searchable(here.web, world.told.length)
  const { key, id } = await here.web.client.add_key({
    label: 'limited',
    scopes: ['read', 'write'],
    grant: { since: null },
  })
  limited = { key, id }
}, 120_000)

afterAll(async () => {
  await here?.[Symbol.asyncDispose]()
  await bridge?.[Symbol.asyncDispose]()
})

const change = (grant: GivenGrant) => here.web.client.change_key({ id: limited.id, grant })
const ask = (what: string, body?: unknown) =>
  here.ask(what, { password: limited.key, ...(body !== undefined && { body }) })

const where = (statement: string, args: object) => ({ where: [{ statement, args }] })
const questions = ({ chat, guid, mark, of, code, atMs }: Told): [string, object?][] => {
  const [chatPath, guidPath] = [encodeURIComponent(chat), encodeURIComponent(guid)]
  return [
    ['POST chat/query', { with: ['lastmessage', 'participants'], limit: 100 }],
    ['POST chat/query', { guid: chat, with: ['lastmessage'] }],
    ['GET chat/count'],
    [`GET chat/${chatPath}?with=lastmessage,participants`],
    [`GET chat/${chatPath}/message?limit=100&with=attachment,message.attributedBody`],
    ['POST message/query', { limit: 1_000, with: ['chats', 'chats.participants', 'attachment', 'attributedBody'] }],
    ['POST message/query', { chatGuid: chat, limit: 100, with: ['messageSummaryInfo'] }],
    ['POST message/query', { ...where('message.text LIKE :text', { text: `%${code ?? mark}%` }) }],
    ['POST message/query', { ...where('message.guid = :guid', { guid }) }],
    ['POST message/query', { ...where('message.associated_message_guid = :guid', { guid: `p:0/${guid}` }) }],
    ['POST message/query', { after: atMs - 1_000, before: atMs + 1_000 }],
    [`GET message/${guidPath}?with=attributedBody`],
    ['GET message/count'],
    [`GET message/count?chatGuid=${chatPath}`],
    ['GET message/count/me'],
    [`GET message/count/updated?after=${atMs}`],
    ['POST handle/query', { limit: 100 }],
    [`GET handle/${encodeURIComponent(of)}`],
    ['GET handle/count'],
    ['GET contact?extraProperties=avatar'],
    ['POST contact/query', { addresses: [of] }],
    ['GET attachment/count'],
    ['GET server/statistics/totals'],
    ['GET server/statistics/media'],
    ['GET server/statistics/media/chat'],
    ['GET server/info'],
    ['GET webhook'],
  ]
}
const questionsOfFile = ({ attachment = '' }: Told): [string, object?][] =>
  ['', '/download', '/blurhash', '/live'].map((part) => [`GET attachment/${encodeURIComponent(attachment)}${part}`])

async function answersTo(one: Told): Promise<string> {
  const answers: string[] = []
  for (const [what, body] of [...questions(one), ...(one.attachment ? questionsOfFile(one) : [])]) {
    const { status, text } = await ask(what, body)
    expect([what, [200, 404].includes(status) || text]).toEqual([what, true])
    // A failure repeats what was asked for, which tells nothing.
    answers.push(
      `${what.split('?')[0]?.split('/')[0]} ${status} ${text.replaceAll(`No chat found with GUID: ${one.chat}`, '')}`,
    )
  }
  return answers.join('\n')
}

test(`no response reveals what a grant hides, and everything that it shows is there (SEED=${seed})`, async () => {
  const { messages } = await here.web.client.list_all_messages({ limit: 500 })
  const ids = new Map(messages.map(({ message }) => [message.rowid, message.attachments[0]?.id]))
  const told = world.told.map((one) => ({ ...one, attachment: ids.get(one.rowid) }))
  const random = seededRandom(seed)
  for (let n = 0; n < cases; n++) {
    const drawn = world.randomGrant(random)
    const fields = { ...drawn.fields, names: chance(random, 0.7), handles: chance(random, 0.7) }
    const grant = { ...drawn, fields }
    await change(grant)
    const [hidden, shown] = [
      told.filter((one) => !world.isInside(one, grant)),
      told.filter((one) => world.isInside(one, grant)),
    ]
    const all: string[] = []
    for (const one of [...hidden, ...shown].filter(() => chance(random, 0.05))) all.push(await answersTo(one))
    const leaks = [
      ...hidden.flatMap(({ mark, guid, file }) => [mark, guid, file ?? mark]),
      ...(grant.fields?.text ? [] : shown.map(({ mark }) => mark)),
      ...(grant.fields?.attachments ? [] : told.flatMap(({ file }) => file ?? [])),
      ...(grant.one_time_codes === 'hide' ? told.flatMap(({ code }) => code ?? []) : []),
      ...(fields.handles ? [] : [anna, annaMail, ben, carla, dora].map((address) => address.replace('+', ''))),
      ...(fields.names ? [] : ['Berg', 'Hidden', '"Both"', '"Others"']),
    ].filter((secret) => new RegExp(`(?<!\\d)${secret}(?!\\d)`).test(all.join('\n')))
    expect([JSON.stringify(grant), leaks]).toEqual([JSON.stringify(grant), []])
    const { json } = await ask('POST message/query', { limit: 1_000, sort: 'ASC' })
    const known = new Set(told.map(({ guid }) => guid))
    const guids = json.data.map(({ guid }: { guid: string }) => guid).filter((guid: string) => known.has(guid))
    expect(guids.toSorted()).toEqual(shown.map(({ guid }) => guid).toSorted())
    const { total } = (await ask('GET message/count')).json.data
    expect([json.metadata.total, total]).toEqual([json.data.length, json.data.length])
    const chats = (await ask('POST chat/query', {})).json
    expect(chats.metadata.total).toBe((await ask('GET server/statistics/totals')).json.data.chats)
  }
})

test('every route gives a limited key its part or the reason for a refusal, and never fails', async () => {
  await change({ people: { only: [anna] } })
  for (const { method, path, isWholeOnly, handle } of routes) {
    const { status, json, text } = await ask(
      `${method} ${path.replaceAll(/:\w+/g, 'none')}`,
      method === 'GET' ? undefined : {},
    )
    expect([path, text.includes('unhandled')]).toEqual([path, false])
    if (isWholeOnly && handle !== undefined)
      expect([path, status, json.error.message]).toEqual([path, 403, expect.stringContaining('not limited to a part')])
  }
  expect((await ask('GET server/info')).json.data).toMatchObject({ detected_icloud: '', detected_imessage: '' })
})

test('sockets and webhooks of a limited key get only its part, and those of other keys get everything', async () => {
  await change({ people: { only: [anna] }, one_time_codes: 'hide' })
  await using all = await webhookReceiver()
  await using part = await webhookReceiver()
  await registerBoth(all, part)
  using whole = socketClient(here.url, { query: { password: here.password } })
  using mine = socketClient(here.url, { query: { password: limited.key } })
  await Promise.all([whole, mine].map(({ socket }) => until(() => socket.connected)))
  const { messages } = bridge.mac
  const texts = ['one', 'two', 'three', 'Your code is 482913.']
  for (const text of texts) {
    messages.receive({ from: ben, text: `Ben ${text}` })
    messages.receive({ from: anna, text: text.startsWith('Your') ? text : `Anna ${text}` })
  }
  const hidden = messages.receive({ from: ben, text: 'Ben last' })
  messages.tapback({ target: hidden, kind: 'love' })
  const heard = ['Anna one', 'Anna two', 'Anna three', 'Your code is ••••••.']
  await until(() => textsOf(all.accepted()).includes('Ben last') && whole.texts().includes('Ben last'))
  await until(() => part.accepted().length === 4 && mine.texts().length === 4)
  expect([textsOf(part.accepted()), mine.texts()]).toEqual([heard, heard])
  expect(JSON.stringify([part.received, mine.told])).not.toMatch(new RegExp(`Ben|482913|${hidden.guid}`))
  expect(whole.texts()).toContain('Your code is 482913.')

  const places = () => mine.places.map(Number)
  expect(places()).toHaveLength(4)
  // Hidden events lie between those that it heard, and its places do not show that.
  expect(places().some((place, at) => at > 0 && Math.abs(place - (places()[at - 1] ?? 0)) < 1_000)).toBe(false)
  mine.socket.io.engine.close()
  await until(() => mine.socket.connected)
  messages.receive({ from: anna, text: 'Anna after a cut' })
  await until(() => mine.texts().includes('Anna after a cut'))
  expect(mine.texts()).toEqual([...heard, 'Anna after a cut'])

  const ended = new Promise((resolve) => mine.socket.once('disconnect', resolve))
  await change({ people: { only: [ben] }, fields: { names: false, handles: false } })
  await ended
  mine.socket.connect()
  await until(() => mine.socket.connected)
  messages.receive({ from: anna, text: 'Anna again' })
  messages.receive({ from: ben, text: 'Ben again' })
  await until(() => textsOf(part.accepted()).includes('Ben again') && whole.texts().includes('Ben again'))
  await until(() => mine.texts().includes('Ben again'))
  expect(JSON.stringify([part.received, mine.told])).not.toContain('Anna again')
  const ofBen = [part.received, mine.told].map((all) =>
    JSON.stringify(all.filter(({ data }) => data.text === 'Ben again')),
  )
  for (const one of ofBen) expect(one).not.toMatch(/2025550145|Hidden/)
})

/** A limited key knows its own webhooks only. */
async function registerBoth(all: { url: string }, part: { url: string }): Promise<void> {
  const ofAll = await here.ask('POST webhook', { body: { url: all.url, events: ['new-message'] } })
  const ofPart = await ask('POST webhook', { url: part.url, events: ['new-message'] })
  expect((await ask('GET webhook')).json.data).toEqual([ofPart.json.data])
  expect((await ask(`DELETE webhook/${ofAll.json.data.id}`)).status).toBe(404)
  expect((await ask('POST webhook', { url: all.url, events: ['*'] })).status).toBe(400)
}

test('a limited key sends as its grant allows: not at all, to nobody hidden, or once its owner releases the message', async () => {
  const send = async (address: string, text: string) =>
    (await ask('POST message/text', { chatGuid: `iMessage;-;${address}`, message: text, tempGuid: text })).json
  await change({ people: { only: [anna, carla] }, sends: { mode: 'ask', without_asking: [carla] } })
  expect(await send(carla, 'direct')).toMatchObject({ status: 200, data: { text: 'direct' } })
  const stranger = '+12025550999'
  const [hidden, unknown] = [await send(dora, 'to a hidden one'), await send(stranger, 'to a stranger')]
  expect(hidden.error).toEqual(unknown.error)
  expect((await send(anna, 'may I?')).error.message).toMatch(/waits until the owner/)
  const [waiting] = await here.web.client.list_outbox({})
  expect(waiting).toMatchObject({ asker: { name: 'limited' }, text: 'may I?' })
  await change({ people: { only: [carla] }, fields: { handles: false } })
  const [chat] = (await ask('POST chat/query', { with: ['participants'] })).json.data
  const byId = await ask('POST message/text', { chatGuid: chat.guid, message: 'by an id', tempGuid: 'id' })
  expect(byId.json).toMatchObject({ status: 200, data: { text: 'by an id', chats: [{ guid: chat.guid }] } })
  expect(JSON.stringify([chat, byId.text])).not.toContain('2025550146')
  await change({ people: { only: [anna] }, sends: { mode: 'never' } })
  expect((await send(anna, 'never')).error.message).toMatch(/may not/i)
})
