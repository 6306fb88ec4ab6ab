import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { chance, type Random, seededRandom } from '../../simulator/random.ts'
import type { StreamEvent } from '../../src/contract/events.ts'
import type { GivenGrant } from '../../src/contract/grant.ts'
import { type BridgeHere, bridgeHere } from '../harness/bridge-here.ts'
import { isWhole, tell } from '../harness/told.ts'
import { until } from '../harness/until.ts'
import { keyWith, signIn, type WebHere, webHere } from '../harness/web-here.ts'

const dayMs = 86_400_000
const [anna, ben, carla] = ['+12025550123', '+12025550145', '+12025550146']
const trials = isWhole ? 40 : 3
const seed = Number(process.env.SEED ?? Date.now() % 1_000_000)

let bridge: BridgeHere
let web: WebHere
let browser: Record<string, string>
let group: string

beforeAll(async () => {
  const config = { relay: { scope: 'everyone', poll_interval_s: 0.1 } }
  bridge = await bridgeHere({ config })
  web = await webHere({ over: bridge.mac, config: { ...config, send: { per_minute: 1_000, same_text_people: 1_000 } } })
  browser = await signIn(web)
  group = web.mac.messages.createGroup({ members: [ben, carla], name: 'Both' }).guid
})
afterAll(async () => {
  await web?.[Symbol.asyncDispose]()
  await bridge?.[Symbol.asyncDispose]()
})

interface Reader {
  key: string
  text(): string
  events(): StreamEvent[]
  ids(): string[]
  ended: Promise<void>
}

async function follow(key: string, lastEventId?: string): Promise<Reader> {
  const ending = new AbortController()
  onTestFinished(() => ending.abort())
  const headers = { authorization: `Bearer ${key}`, ...(lastEventId && { 'last-event-id': lastEventId }) }
  const response = await fetch(`${web.url}/api/v1/events`, { headers, signal: ending.signal })
  expect(response.status).toBe(200)
  let text = ''
  const ended = (async () => {
    for await (const chunk of response.body ?? []) text += Buffer.from(chunk).toString()
  })().catch(() => undefined)
  return {
    key,
    text: () => text,
    events: () => [...text.matchAll(/^data: (.*)$/gm)].map(([, json]) => JSON.parse(json ?? '')),
    ids: () => [...text.matchAll(/^id: (\d+)$/gm)].map(([, id]) => id ?? ''),
    ended,
  }
}

const readerUnder = async (grant?: GivenGrant) => follow(await keyWith(web, browser, ['read', 'write'], grant))
const rowsTold = (reader: Reader) => reader.events().flatMap((event) => ('rowid' in event ? (event.rowid ?? []) : []))
const saysOf = (rowid: number) => (reader: Reader) => rowsTold(reader).includes(rowid)
/** Once this arrives, everything before it has been reported to everyone who may see it. */
const lastWords = async (readers: Reader[]) => {
  const { rowid } = web.mac.messages.receive({ from: anna, text: 'the last' })
  await until(() => readers.every(saysOf(rowid)))
}

interface Told {
  rowid: number
  guid: string
  of: string
  atMs: number
}

function randomGrant(random: Random): GivenGrant {
  const listed = [ben, carla, `group:${group}`].filter(() => chance(random, 0.4))
  return {
    // Anna is seen by everyone: the end of each trial is a message of hers.
    people: chance(random, 0.5) ? { only: [anna, ...listed] } : { except: listed },
    since: chance(random, 0.5) ? { days: 5 } : null,
    one_time_codes: 'hide',
  }
}

function isInside({ of, atMs }: Told, { people, since }: GivenGrant): boolean {
  if (since !== null && atMs < Date.now() - 5 * dayMs) return false
  if (people === undefined || people === 'all') return true
  if ('only' in people) return people.only.includes(of === 'both' ? `group:${group}` : of)
  const all = of === 'both' ? [ben, carla, `group:${group}`] : [of]
  return !all.some((one) => people.except.includes(one))
}

/** Messages that come now and some that come late, and then tapbacks on them, in every conversation. */
async function everythingHappens(random: Random, whole: Reader): Promise<Told[]> {
  const { messages } = web.mac
  const told = [anna, ben, carla, 'both'].map((of) => {
    const from = of === 'both' ? ben : of
    const atMs = Date.now() - (chance(random, 0.4) ? 10 * dayMs : 1_000)
    const place = of === 'both' ? { chat: group } : {}
    const target = messages.receive({ from, text: `mark${of}end`, atMs, ...place } as never)
    return { rowid: target.rowid, guid: target.guid, target, of, atMs }
  })
  await until(() => told.every(({ rowid }) => saysOf(rowid)(whole)))
  // They are as hidden as what they are about, even where they came later.
  const tapbacks = told.map(({ target, of, atMs }) => {
    const { rowid, guid } = messages.tapback({ target, kind: 'love' })
    return { rowid, guid, of, atMs }
  })
  await until(() => tapbacks.every(({ rowid }) => saysOf(rowid)(whole)))
  return [...told, ...tapbacks].map(({ rowid, guid, of, atMs }) => ({ rowid, guid, of, atMs }))
}

test(`a stream reports what its grant shows and nothing else (SEED=${seed})`, async (context) => {
  const random = seededRandom(seed)
  for (let n = 0; n < trials; n++) {
    const grants = [randomGrant(random), randomGrant(random), randomGrant(random)]
    const whole = await readerUnder()
    const readers = await Promise.all(grants.map(readerUnder))
    const told = await everythingHappens(random, whole)
    await lastWords([whole, ...readers])
    for (const [index, grant] of grants.entries()) {
      const reader = readers[index] as Reader
      const [hidden, shown] = [told.filter((one) => !isInside(one, grant)), told.filter((one) => isInside(one, grant))]
      const leaks = hidden.filter(({ rowid, guid }) => reader.text().includes(guid) || saysOf(rowid)(reader))
      const missing = shown.filter(({ rowid }) => !saysOf(rowid)(reader))
      expect([grant, leaks, missing]).toEqual([grant, [], []])
    }
  }
  tell(context, { streams: trials * 3 })
})

test('neither gaps between ids nor the first id reveal that something hidden happened', async () => {
  const grant: GivenGrant = { people: { only: [anna] } }
  const [whole, reader] = [await readerUnder(), await readerUnder(grant)]
  const before = await follow(reader.key)
  web.mac.messages.receive({ from: anna, text: 'one' })
  const { rowid } = web.mac.messages.receive({ from: ben, text: 'hidden' })
  await until(() => saysOf(rowid)(whole))
  await lastWords([reader])
  const steps = reader.ids().map(Number)
  expect(steps.length).toBe(3)
  for (const [index, id] of steps.entries()) expect(Math.abs(id - Number(steps[index - 1] ?? 0))).toBeGreaterThan(1_000)
  // Two beginnings differ whether or not something happened between them.
  expect(before.ids()[0]).not.toBe(reader.ids()[0])
})

test('a stream continues after the last id, and an id that this key never got resets it', async () => {
  const reader = await readerUnder({ people: { only: [anna] } })
  await until(() => reader.ids().length === 1)
  web.mac.messages.receive({ from: ben, text: 'hidden' })
  const one = web.mac.messages.receive({ from: anna, text: 'one' })
  await until(() => saysOf(one.rowid)(reader))
  const two = web.mac.messages.receive({ from: anna, text: 'two' })
  await until(() => saysOf(two.rowid)(reader))
  const from = (id: string | undefined) => follow(reader.key, id)
  const [again, later, strange] = [await from(reader.ids()[0]), await from(reader.ids()[1]), await from('7')]
  await until(() => rowsTold(again).length === 2)
  expect(rowsTold(again)).toEqual([one.rowid, two.rowid])
  await until(() => rowsTold(later).length === 1)
  expect(rowsTold(later)).toEqual([two.rowid])
  await until(() => strange.events().length > 0)
  expect(strange.events()).toEqual([{ type: 'reset' }])
})

test('a key is told of its own sends, and of nobody else’s', async () => {
  const reader = await readerUnder({ people: { only: [anna] }, sends: { mode: 'ask' } })
  const [own, other] = [await sendBy(reader.key), await sendBy(await keyWith(web, browser, ['read', 'write']))]
  await until(() => reader.text().includes(own))
  await lastWords([reader])
  expect(reader.text()).not.toContain(other)
})

async function sendBy(key: string): Promise<string> {
  const response = await fetch(`${web.url}/api/v1/send`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ handle: anna, text: 'Hi', send_at: 'P1D' }),
  })
  return ((await response.json()) as { id: string }).id
}

test('stars, archives and deliveries of hidden conversations do not appear', async () => {
  const reader = await readerUnder({ people: { only: [anna] } })
  const [shown, hidden] = [anna, ben].map((from) => web.mac.messages.receive({ from, text: 'to be starred' }))
  await lastWords([reader])
  const changed = (method: string, path: string) =>
    fetch(`${web.url}/api/v1/${path}`, { method, headers: browser }).then(({ status }) => expect(status).toBe(200))
  for (const one of [hidden, shown]) await changed('PUT', `messages/${one?.rowid}/star`)
  for (const from of [ben, anna]) await changed('PUT', `conversations/${encodeURIComponent(`any;-;${from}`)}/archive`)
  await until(() => reader.text().includes('conversation_archived'))
  expect(reader.text()).not.toContain(ben)
  expect(reader.text()).not.toContain('deliver')
  expect(reader.events().filter(({ type }) => type === 'message_starred')).toMatchObject([{ rowid: shown?.rowid }])
})

test('a stream ends when the grant changes or the key is revoked, and continues under the new grant', async () => {
  const reader = await readerUnder({ people: { only: [anna] } })
  const [id, headers] = [reader.key.slice(4, 12), { ...browser, 'content-type': 'application/json' }]
  const body = JSON.stringify({ grant: { people: { only: [ben] } } })
  await fetch(`${web.url}/api/v1/keys/${id}`, { method: 'PUT', headers, body })
  await reader.ended
  expect(reader.text()).toContain('no_longer_admitted')
  const changed = await follow(reader.key, reader.ids()[0])
  await until(() => changed.events().length > 0)
  expect(changed.events()).toEqual([{ type: 'reset' }])
  const { rowid } = web.mac.messages.receive({ from: ben, text: 'now seen' })
  await until(() => saysOf(rowid)(changed))
  await fetch(`${web.url}/api/v1/keys/${id}`, { method: 'DELETE', headers: browser })
  await changed.ended
  expect(changed.text()).toContain('no_longer_admitted')
})
