import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chance, pick, seededRandom } from '../../simulator/random.ts'
import type { Conversation } from '../../src/contract/conversation.ts'
import { type EndpointName, type Endpoints, endpoints, type Input } from '../../src/contract/endpoints.ts'
import type { GivenGrant } from '../../src/contract/grant.ts'
import type { MessageGuid } from '../../src/contract/ids.ts'
import { deliveryIdOf } from '../../src/store/journal/deliveries.ts'
import { installKeyOfTests } from '../../src/store/journal/test-journal.ts'
import { dirOf } from '../harness/bridge-process.ts'
import { type Ask, askerOf } from '../harness/endpoint-examples.ts'
import {
  anna,
  annaMail,
  ben,
  carla,
  dayMs,
  dora,
  type GrantedWorld,
  grantedWorld,
  type Told,
} from '../harness/granted-world.ts'
import { relayedBefore } from '../harness/relayed-before.ts'
import { isWhole, tell } from '../harness/told.ts'
import { keyWith, searchable, signIn, type WebHere, webHere } from '../harness/web-here.ts'

/** Rows that a key with a grant may ask; a new one needs a list of questions here. */
type Narrowed = { [K in EndpointName]: Endpoints[K]['limited'] extends 'narrowed' ? K : never }[EndpointName]

const listed = [anna, annaMail, ben, carla, dora]

let web: WebHere
let browser: Record<string, string>
let key: { id: string; headers: Record<string, string> }
let ask: Ask
let told: Told[]
let isInside: GrantedWorld['isInside']
let randomGrant: GrantedWorld['randomGrant']

beforeAll(async () => {
  web = await webHere({
    config: { integrations: { stats: { enabled: true } }, whitelist: { handles: listed, groups: [] } },
  })
  let groups: GrantedWorld['groups']
  ;({ told, isInside, randomGrant, groups } = grantedWorld(web.mac))
  relayedBefore(web.mac.home, told)
  for (const handle of Object.values(groups)) await web.client.add_to_whitelist({ handle })
  await searchable(web, told.length)
  const { messages: all } = await web.client.list_all_messages({ limit: 500 })
  const ids = new Map(all.map(({ message }) => [message.rowid, message.attachments[0]?.id]))
  told = told.map((one) => ({ ...one, attachment: ids.get(one.rowid) }))
  expect(told.filter(({ attachment }) => attachment !== undefined).length).toBeGreaterThan(5)
  browser = await signIn(web)
  for (const { rowid } of told.filter(({ rowid }) => rowid % 4 === 0))
    await fetch(`${web.url}/api/v1/messages/${rowid}/star`, { method: 'PUT', headers: browser })
  const secret = await keyWith(web, browser, ['read'])
  key = { id: secret.slice(4, 12), headers: { authorization: `Bearer ${secret}` } }
  ask = askerOf(web.url)
})
afterAll(() => web?.[Symbol.asyncDispose]())

async function change(grant: GivenGrant): Promise<void> {
  const { status } = await ask(endpoints.change_key, { input: { id: key.id, grant }, headers: browser })
  expect(status).toBe(200)
}

const questions: { [K in Narrowed]: (one: Told) => Input<K>[] } = {
  list_conversations: ({ of }) => [
    { limit: 50, offset: 0 },
    { limit: 50, offset: 0, q: of },
    { limit: 50, offset: 0, unread: true },
  ],
  // A Mac has none.
  list_lines: () => [],
  get_conversation: ({ chat }) => [{ guid: chat }],
  list_messages: ({ chat, rowid, atMs }) => [
    { guid: chat, limit: 100 },
    { guid: chat, limit: 100, around_rowid: rowid },
    { guid: chat, limit: 100, from_ts: new Date(atMs - dayMs).toISOString() },
  ],
  list_media: ({ chat }) => [
    { guid: chat, kind: 'files', limit: 60 },
    { guid: chat, kind: 'links', limit: 60 },
  ],
  conversation_details: ({ chat }) => [{ guid: chat }],
  list_all_messages: ({ rowid, guid }) => [
    { limit: 500, after_rowid: 0 },
    { limit: 500 },
    { limit: 3, before_rowid: rowid + 1 },
    { limit: 3, rowids: String(rowid), guids: guid },
  ],
  get_message: ({ rowid, guid }) => [{ message: String(rowid) }, { message: guid }],
  list_rows: ({ chat, rowid, guid }) => [
    { order: 'date', newest_first: true, limit: 500, offset: 0 },
    { order: 'rowid', newest_first: false, limit: 50, offset: 0, after_rowid: rowid - 1, belonging: true },
    { order: 'date', newest_first: true, limit: 100, offset: 0, conversation: chat, belonging: true },
    { order: 'rowid', newest_first: true, limit: 10, offset: 0, guids: guid },
    { order: 'rowid', newest_first: true, limit: 10, offset: 0, about: guid },
  ],
  count_rows: ({ chat, guid }) => [{}, { conversation: chat }, { guids: guid }, { about: guid }],
  row_totals: () => [{}],
  list_handles: ({ of }) => [
    { limit: 100, offset: 0 },
    { limit: 1, offset: 0, address: of },
  ],
  search: ({ mark, code, of }) => [
    ...['hello', mark, 'from:Ben', `in:${of} hello`, 'has:attachment', 'after:2020', `from:${of}`].map((q) => ({
      q,
      limit: 100,
    })),
    ...(code === undefined
      ? []
      : [
          { q: code, limit: 1 },
          { q: `hello -${code}`, limit: 100 },
        ]),
  ],
  get_attachment: ({ attachment }) => (attachment === undefined ? [] : [{ id: attachment }]),
  list_contacts: () => [
    { q: '', limit: 500 },
    { q: 'Ben', limit: 500 },
  ],
  contact_avatar: ({ of }) => [{ handle: of }],
  list_sends: () => [{ limit: 50 }],
  get_send: () => [{ id: 'none' }],
  // outbox.test.ts covers what a key may send.
  send: () => [],
  send_to_chat: () => [],
  send_file: () => [],
  cancel_send: () => [],
  export_conversation: ({ chat }) => [
    { guid: chat, format: 'jsonl', media: false },
    { guid: chat, format: 'html', media: false },
  ],
  list_starred: ({ chat }) => [{ limit: 50 }, { limit: 50, conversation: chat }],
  search_status: () => [{}],
  statistics: () => [{}, { range: '30d' }],
  list_whitelist: () => [{}],
  list_deliveries: ({ chat, atMs }) => [
    { limit: 500 },
    { limit: 500, conversation: chat },
    { limit: 5, state: 'failed', to_ts: new Date(atMs + dayMs).toISOString() },
  ],
  get_delivery: ({ guid }) => [
    { id: deliveryIdOf(installKeyOfTests, { integration: 'webhook', guid: guid as never }) },
  ],
  message_trace: ({ rowid }) => [{ rowid }],
  // limited-changes.test.ts covers what it may change at once.
  change_tapback: () => [],
  edit_message: () => [],
  unsend_message: () => [],
  set_typing: () => [],
  // What a key may change is covered below.
  mark_read: () => [],
  archive_conversation: () => [],
  unarchive_conversation: () => [],
  star_message: () => [],
  unstar_message: () => [],
  list_scheduled: () => [],
  change_scheduled: () => [],
  cancel_scheduled: () => [],
  // Streams are in grants-events.test.ts.
  events: () => [],
}

const cases = isWhole ? 300 : 5
const seed = Number(process.env.SEED ?? Date.now() % 1_000_000)

async function answersTo(one: Told): Promise<string> {
  const answers: string[] = []
  for (const [name, of] of Object.entries(questions) as [Narrowed, (one: Told) => object[]][])
    for (const input of of(one)) {
      const { status, text } = await ask(endpoints[name], { input, headers: key.headers })
      expect([200, 404]).toContain(status)
      // A failure repeats what was asked for, which tells nothing.
      const asked = 'message' in input ? `"message":"${input.message}"` : 'nothing'
      // Handles and files have ROWIDs of their own.
      const ofMessages =
        name === 'list_handles' ? text.replaceAll('"rowid"', '"of"') : text.replaceAll(/{"rowid":\d+,"id"/g, '{"id"')
      answers.push(`${name} ${status} ${ofMessages.replace(asked, '')}`)
    }
  return answers.join('\n')
}

test(`no response contains anything that a grant hides (SEED=${seed})`, async (context) => {
  const random = seededRandom(seed)
  for (let n = 0; n < cases; n++) {
    const { fields, ...others } = randomGrant(random)
    const grant = { ...others, fields: { ...fields, names: chance(random, 0.6), handles: chance(random, 0.6) } }
    await change(grant)
    const [hidden, shown] = [told.filter((one) => !isInside(one, grant)), told.filter((one) => isInside(one, grant))]
    const asked = [...hidden, ...shown].filter(() => chance(random, 0.08))
    const under = (
      await ask(endpoints.list_conversations, { input: {}, headers: key.headers })
    ).json() as Conversation[]
    // Under the ids that it was told, too.
    const known = under
      .filter(() => chance(random, 0.5))
      .map(({ guid, handle }) => ({ ...pick(random, told), chat: guid, of: handle }))
    const all = (await Promise.all([...asked, ...known].map(answersTo))).join('\n')
    const leaks = [
      ...hidden.flatMap(({ mark, guid, rowid, file }) => [mark, guid, file ?? mark, `"rowid":${rowid},`]),
      ...(grant.fields?.text ? [] : shown.map(({ mark }) => mark)),
      ...(grant.fields?.attachments ? [] : told.flatMap(({ file }) => file ?? [])),
      ...(grant.fields?.names ? [] : ['Anna', 'Berg', 'Hidden', 'Both', 'Others']),
      ...(grant.fields?.handles ? [] : [anna, annaMail, ben, carla, dora]),
      ...(grant.one_time_codes === 'hide'
        ? told.flatMap(({ code }) => (code === undefined ? [] : [code, `${code.slice(0, 3)} ${code.slice(3)}`]))
        : []),
    ].filter((secret) => all.includes(secret))
    expect([JSON.stringify(grant), leaks]).toEqual([JSON.stringify(grant), []])
    expect(under.reduce((sum, { unread_count }) => sum + unread_count, 0)).toBe(shown.length)
    expect(under.length).toBe(new Set(shown.map(({ of }) => (of === annaMail ? anna : of))).size)
    // Everything granted is there.
    const input = { limit: 500, after_rowid: 0 }
    const { json } = await ask(endpoints.list_all_messages, { input, headers: key.headers })
    expect(json().messages.map(({ message }: { message: { rowid: number } }) => message.rowid)).toEqual(
      shown.map(({ rowid }) => rowid).sort((a, b) => a - b),
    )
    await rowsAreThose(shown, grant)
    await countsAreThose(shown, grant)
  }
  for (const file of [dirOf(web.mac.home).logFile, dirOf(web.mac.home).auditFile]) {
    const written = readFileSync(file, 'utf8')
    expect(
      told
        .flatMap(({ mark, file: name, code }) => [mark, name ?? mark, code ?? mark])
        .filter((one) => written.includes(one)),
    ).toEqual([])
  }
  tell(context, { grants: cases })
})

/** Stored rows, their number and the handles are those of what is shown, and nothing else. */
async function rowsAreThose(shown: Told[], { fields }: GivenGrant): Promise<void> {
  const answer = async (name: Narrowed, input: object) =>
    (await ask(endpoints[name], { input, headers: key.headers })).json()
  const order = { order: 'rowid', newest_first: false, offset: 0 } as const
  const { rows, newest_rowid: newest } = await answer('list_rows', { ...order, limit: 1_000 })
  const rowids = rows.map(({ rowid }: { rowid: number }) => rowid)
  const known = new Set(told.map(({ rowid }) => rowid))
  expect(rowids.filter((rowid: number) => known.has(rowid))).toEqual(
    shown.map(({ rowid }) => rowid).sort((a, b) => a - b),
  )
  expect(newest).toBe(rowids.at(-1) ?? 0)
  expect((await answer('count_rows', {})).total).toBe(rows.length)
  const members: Record<string, string[]> = { both: [anna, ben], others: [carla, dora] }
  const addresses = new Set(shown.flatMap(({ of }) => members[of] ?? [of]))
  const handles = await answer('list_handles', { limit: 1_000, offset: 0 })
  const listed = handles.map(({ address }: { address: string }) => address).toSorted()
  if (fields?.handles) expect(listed).toEqual([...addresses].toSorted())
  else expect(listed.length).toBe(addresses.size)
  const { handles: counted, conversations, messages } = await answer('row_totals', {})
  const people = new Set(shown.map(({ of }) => (of === annaMail ? anna : of)))
  expect([counted, conversations, messages]).toEqual([handles.length, people.size, rows.length])
}

/** Statistics, deliveries and the whitelist are those of what is shown, and nothing else. */
async function countsAreThose(shown: Told[], grant: GivenGrant): Promise<void> {
  const answer = async (name: Narrowed, input: object) =>
    (await ask(endpoints[name], { input, headers: key.headers })).json()
  const { sent_total, received_total, by_day, by_hour, top_contacts } = await answer('statistics', {})
  const sumOf = (counts: number[]) => counts.reduce((sum, count) => sum + count, 0)
  expect([sent_total, received_total, sumOf(by_day), sumOf(by_hour)]).toEqual([0, ...Array(3).fill(shown.length)])
  expect(sumOf(top_contacts.map(({ count }: { count: number }) => count))).toBe(shown.length)
  const deliveries = []
  for (let cursor: string | undefined | null; cursor !== null; ) {
    const page = await answer('list_deliveries', { limit: 7, ...(cursor && { cursor }) })
    deliveries.push(...page.deliveries)
    cursor = page.cursor
  }
  expect(deliveries.map(({ rowid }) => rowid).toSorted()).toEqual(shown.map(({ rowid }) => rowid).toSorted())
  const whitelist = await answer('list_whitelist', {})
  const seen = (of: string) => isInside({ ...told[0], of, atMs: Date.now() } as Told, grant)
  const people = listed.filter(seen).length - (grant.fields?.handles && seen(anna) ? 1 : 0)
  const groups = new Set(shown.flatMap(({ of }) => (['both', 'others'].includes(of) ? of : [])))
  expect(whitelist.length).toBe(people + groups.size)
}

test('a tapback or a reply reveals nothing about a message from before the grant', async () => {
  const before = told.find(({ of, atMs }) => of === carla && atMs < Date.now() - 20 * dayMs)
  const { messages } = web.mac
  const tapback = messages.tapback({ target: before as never, kind: 'love' })
  const answer = messages.receive({ from: carla, text: 'an answer', replyTo: before as never })
  await change({ since: { days: 3 }, people: { only: [carla] } })
  const { rows, belonging } = (
    await ask(endpoints.list_rows, {
      input: { order: 'rowid', newest_first: true, limit: 100, offset: 0, belonging: true },
      headers: key.headers,
    })
  ).json()
  const guids = rows.map(({ guid }: { guid: string }) => guid)
  expect([guids.includes(answer.guid), guids.includes(tapback.guid)]).toEqual([true, false])
  expect(JSON.stringify([rows, belonging])).not.toContain(before?.guid)
})

/** Questions about one conversation, message, file or person. */
const pointed: Partial<Record<Narrowed, (one: Told) => object>> = {
  get_conversation: ({ chat }) => ({ guid: chat }),
  list_messages: ({ chat }) => ({ guid: chat }),
  list_media: ({ chat }) => ({ guid: chat }),
  conversation_details: ({ chat }) => ({ guid: chat }),
  export_conversation: ({ chat }) => ({ guid: chat }),
  archive_conversation: ({ chat }) => ({ guid: chat }),
  unarchive_conversation: ({ chat }) => ({ guid: chat }),
  set_typing: ({ chat }) => ({ guid: chat, on: true }),
  list_starred: ({ chat }) => ({ conversation: chat }),
  list_rows: ({ chat }) => ({ conversation: chat }),
  count_rows: ({ chat }) => ({ conversation: chat }),
  list_deliveries: ({ chat }) => ({ conversation: chat }),
  send_to_chat: ({ chat }) => ({ guid: chat, text: 'Hi' }),
  mark_read: ({ chat, rowid }) => ({ guid: chat, rowid }),
  search: ({ of }) => ({ q: `in:${of} hello` }),
  list_conversations: ({ of }) => ({ q: of }),
  list_contacts: ({ of }) => ({ q: of }),
  list_handles: ({ of }) => ({ address: of }),
  contact_avatar: ({ of }) => ({ handle: of }),
  send: ({ of }) => ({ handle: of, text: 'Hi' }),
}
/** The endpoints about a message, which may be hidden in a conversation that is not. */
const pointedAtMessage: typeof pointed = {
  get_message: ({ rowid }) => ({ message: String(rowid) }),
  message_trace: ({ rowid }) => ({ rowid }),
  star_message: ({ rowid }) => ({ rowid }),
  unstar_message: ({ rowid }) => ({ rowid }),
  change_tapback: ({ rowid }) => ({ rowid, emoji: '❤️' }),
  edit_message: ({ rowid }) => ({ rowid, text: 'Hi' }),
  unsend_message: ({ rowid }) => ({ rowid }),
  list_all_messages: ({ rowid, guid }) => ({ rowids: String(rowid), guids: guid }),
  get_attachment: ({ attachment }) => ({ id: attachment }),
  get_delivery: ({ guid }) => ({
    id: deliveryIdOf(installKeyOfTests, { integration: 'webhook', guid: guid as MessageGuid }),
  }),
}

test('hidden things are answered like things that do not exist, to the last header', async () => {
  const grant = { people: { only: [anna] }, since: { days: 25 } }
  const secret = await keyWith(web, browser, ['read', 'write'], grant)
  const headers = { authorization: `Bearer ${secret}` }
  const answer = async (name: Narrowed, input: object) => {
    const { status, text, headers: told } = await ask(endpoints[name], { input, headers })
    const asked = Object.values(input).map(String)
    const said = asked.reduce((left, one) => left.replaceAll(one, '#'), text)
    return [status, said, [...told].filter(([header]) => header !== 'date' && header !== 'content-length')]
  }
  const digits = (rowid: number) => Number('9'.repeat(String(rowid).length))
  const strange = (one: Told): Told => ({
    ...one,
    chat: 'any;-;+12025550999',
    of: '+12025550999',
    rowid: digits(one.rowid),
    guid: '0'.repeat(one.guid.length),
    attachment: '0'.repeat(one.attachment?.length ?? 0),
  })
  const withFile = told.filter(({ attachment }) => attachment !== undefined)
  for (const [one, of] of [
    [told.find(({ of }) => of === ben), pointed],
    [withFile.find(({ of }) => of === 'both'), pointedAtMessage],
    [withFile.find(({ of, atMs }) => of === annaMail && atMs < Date.now() - 26 * dayMs), pointedAtMessage],
  ] as const) {
    if (one === undefined) throw new Error('There is no such message.')
    for (const [name, inputOf] of Object.entries(of) as [Narrowed, (one: Told) => object][]) {
      const [hidden, missing] = [await answer(name, inputOf(one)), await answer(name, inputOf(strange(one)))]
      expect([name, ...hidden]).toEqual([name, ...missing])
    }
  }
})

test('the cursor of a search does not reveal that there is more than it shows', async () => {
  await change({ one_time_codes: 'hide', people: { only: [carla] } })
  const visible = told.filter(({ of, code }) => of === carla && code === undefined).length
  const { json } = await ask(endpoints.search, { input: { q: 'hello', limit: visible }, headers: key.headers })
  expect([json().results.length, json().cursor]).toEqual([visible, null])
})

test('no request reveals where a hidden row lies among the messages of a conversation', async () => {
  await change({ people: { only: [carla] } })
  const [, hidden] = told.filter(({ of }) => of === ben)
  const guid = told.find(({ of }) => of === carla)?.chat
  const before = async (before_rowid: number) =>
    (await ask(endpoints.list_messages, { input: { guid, before_rowid }, headers: key.headers })).json().length
  // Older than the hidden row, and stored later: only the date of the hidden row would place it before.
  web.mac.messages.receive({ from: carla, text: 'late', atMs: Date.now() - 39 * dayMs })
  expect(await before(hidden?.rowid ?? 0)).toBe(1)
})

describe('without addresses', () => {
  const conversationOf = async (name: string) => {
    const { json } = await ask(endpoints.list_conversations, { input: {}, headers: key.headers })
    return (json() as Conversation[]).find(({ display_name }) => display_name === name)
  }

  test('people have ids instead, which can be sent back, and no address names anybody', async () => {
    await change({ fields: { handles: false } })
    const found = await conversationOf('Anna Berg')
    expect(found?.handle).toMatch(/^person-[a-p]{16}$/)
    expect(found).toMatchObject({
      addresses: [expect.any(String), expect.any(String)],
      participants: [{ name: 'Anna Berg' }],
    })
    const guid = found?.guid ?? ''
    for (const name of ['get_conversation', 'list_messages', 'conversation_details', 'list_media'] as const) {
      const [byId, byAddress] = await Promise.all(
        [guid, told[0]?.chat].map((one) => ask(endpoints[name], { input: { guid: one }, headers: key.headers })),
      )
      expect([name, byId?.status, byAddress?.status]).toEqual([name, 200, 404])
    }
    const both = await conversationOf('Both')
    const { json } = await ask(endpoints.conversation_details, { input: { guid }, headers: key.headers })
    expect(json().shared_groups).toMatchObject([{ guid: both?.guid }])
    const rowidOf = async (guid: number | undefined) =>
      (await ask(endpoints.get_conversation, { input: { guid: String(guid) }, headers: key.headers })).json().guid
    expect(await rowidOf(found?.chat_rowid)).toBe(guid)
  })

  test('a search names people by these ids and by names, not by addresses', async () => {
    await change({ fields: { handles: false } })
    const { handle, guid } = (await conversationOf('Anna Berg')) as Conversation
    const foundBy = async (q: string) =>
      (await ask(endpoints.search, { input: { q, limit: 100 }, headers: key.headers })).json().results.length
    const all = await foundBy('from:Anna')
    expect(all).toBeGreaterThan(10)
    expect(await foundBy(`in:"${guid}"`)).toBe(all)
    expect([await foundBy(`from:${handle}`), await foundBy('hello -from:Anna')]).not.toContain(0)
    for (const q of [`from:${anna}`, `in:${anna}`, 'from:example.com', `in:${told[0]?.chat}`])
      expect([q, await foundBy(q)]).toEqual([q, 0])
  })

  test('another key has other ids for the same people', async () => {
    await change({ fields: { handles: false } })
    const other = await keyWith(web, browser, ['read'], { fields: { handles: false } })
    const { json } = await ask(endpoints.list_conversations, { headers: { authorization: `Bearer ${other}` } })
    const ids = (json() as Conversation[]).map(({ handle }) => handle)
    expect(ids).not.toContain((await conversationOf('Anna Berg'))?.handle)
  })

  test('pictures and contacts are found by these ids', async () => {
    await change({ people: { only: [anna] }, fields: { handles: false } })
    const { json } = await ask(endpoints.list_contacts, { input: { q: 'Anna' }, headers: key.headers })
    expect(json()).toMatchObject([
      { handle: expect.stringMatching(/^person-/) },
      { handle: expect.stringMatching(/^person-/) },
    ])
    const byNumber = await ask(endpoints.list_contacts, { input: { q: '2025550' }, headers: key.headers })
    expect(byNumber.json()).toEqual([])
  })
})

test('without names people are shown by their addresses, and no name finds them', async () => {
  await change({ fields: { names: false } })
  const list = async (input: object) =>
    (await ask(endpoints.list_conversations, { input, headers: key.headers })).json()
  expect((await list({})).map(({ display_name }: Conversation) => display_name)).toContain(ben)
  expect([await list({ q: 'Ben' }), (await list({ q: ben })).length]).toEqual([[], 2])
  const foundBy = async (q: string) =>
    (await ask(endpoints.search, { input: { q, limit: 100 }, headers: key.headers })).json().results.length
  expect([await foundBy('from:Ben'), await foundBy('in:Both'), (await foundBy(`from:${ben}`)) > 0]).toEqual([
    0,
    0,
    true,
  ])
})

test('a key marks, stars and archives what it sees, and nothing else exists for it', async () => {
  for (const handles of [true, false]) {
    const secret = await keyWith(web, browser, ['read', 'write'], { people: { only: [carla] }, fields: { handles } })
    const headers = { authorization: `Bearer ${secret}` }
    const [{ guid }] = (await ask(endpoints.list_conversations, { headers })).json()
    const [shown, hidden] = [carla, ben].map((who) => told.findLast(({ of }) => of === who))
    const statusOf = async (name: EndpointName, input: object) =>
      (await ask(endpoints[name], { input, headers })).status
    for (const [name, input] of [
      ['mark_read', { guid, rowid: shown?.rowid }],
      ['archive_conversation', { guid }],
      ['unarchive_conversation', { guid }],
      ['star_message', { rowid: shown?.rowid }],
    ] as const)
      expect([name, await statusOf(name, input)]).toEqual([name, 200])
    const starred = (await ask(endpoints.list_starred, { input: { limit: 50 }, headers })).json().starred
    expect(starred.every((one: { conversation_guid: string }) => one.conversation_guid === guid)).toBe(true)
    expect(await statusOf('unstar_message', { rowid: shown?.rowid })).toBe(204)
    for (const [name, input] of [
      ['mark_read', { guid: hidden?.chat, rowid: hidden?.rowid }],
      ['mark_read', { guid, rowid: hidden?.rowid }],
      ['archive_conversation', { guid: hidden?.chat }],
      ['star_message', { rowid: hidden?.rowid }],
      ['unstar_message', { rowid: hidden?.rowid }],
    ] as const)
      expect([name, await statusOf(name, input)]).toEqual([name, 404])
  }
})

test('a key sees and changes only what it scheduled itself, and never what the owner has released', async () => {
  const scopes = ['read', 'write'] as const
  const direct = await keyWith(web, browser, scopes, { people: { only: [carla] } })
  const asking = await keyWith(web, browser, scopes, { sends: { mode: 'ask' } })
  const later = { handle: carla, text: 'Later', send_at: 'P1D' }
  const as = async (secret: string, name: EndpointName, input: object) =>
    ask(endpoints[name], { input, headers: { authorization: `Bearer ${secret}` } })
  const own = (await as(direct, 'send', later)).json()
  const held = (await as(asking, 'send', later)).json()
  const [waiting] = (await ask(endpoints.list_outbox, { headers: browser })).json()
  await ask(endpoints.release_held, { input: { id: held.id, version: waiting.version }, headers: browser })
  const listed = async (secret: string) =>
    (await as(secret, 'list_scheduled', {})).json().map(({ id }: { id: string }) => id)
  expect([await listed(direct), await listed(asking)]).toEqual([[own.id], [held.id]])
  for (const name of ['change_scheduled', 'cancel_scheduled'] as const)
    expect((await as(direct, name, { id: held.id, text: 'other' })).status).toBe(404)
  expect((await as(asking, 'change_scheduled', { id: held.id, text: 'other' })).json().error.code).toBe(
    'send_not_granted',
  )
  expect((await as(direct, 'change_scheduled', { id: own.id, text: 'other' })).json().text).toBe('other')
  for (const [secret, id] of [
    [direct, own.id],
    [asking, held.id],
  ] as const)
    expect((await as(secret, 'cancel_scheduled', { id })).status).toBe(204)
})

test('a key cannot write to a group with a member or former writer who is hidden from it', async () => {
  const secret = await keyWith(web, browser, ['write'], { people: { except: [ben] } })
  const { messages } = web.mac
  const [left, open] = [
    messages.createGroup({ members: [anna, carla] }),
    messages.createGroup({ members: [anna, dora] }),
  ]
  const groupOf = (of: string) => told.find((one) => one.of === of)?.chat ?? ''
  messages.receive({ from: ben, chat: left.guid, text: 'Bye' })
  messages.receive({ from: dora, chat: open.guid, text: 'Hello' })
  const write = async (guid: string) => {
    const input = { guid, text: 'Hi', send_at: 'P1D' }
    const answer = await ask(endpoints.send_to_chat, { input, headers: { authorization: `Bearer ${secret}` } })
    return answer.json()
  }
  const unknown = await write('any;+;chat123456789012345678')
  expect(unknown.error.code).toBe('conversation_not_found')
  expect([await write(groupOf('both')), await write(left.guid)]).toEqual([unknown, unknown])
  expect(await write(open.guid)).toMatchObject({ chat_guid: open.guid })
})
