import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { chance, pick, type Random, seededRandom } from '../../simulator/random.ts'
import { type Client, createClient } from '../../src/client/client.ts'
import type { Conversation } from '../../src/contract/conversation.ts'
import { type EndpointName, endpoints } from '../../src/contract/endpoints.ts'
import type { GivenGrant } from '../../src/contract/grant.ts'
import type { PlacedMessage } from '../../src/contract/placed-message.ts'
import { hubRowid } from '../../src/hub/store/ids.ts'
import { closedAfterAll } from '../harness/closed-after-all.ts'
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
import { type HubHere, hubHere, type MacHere, macHere } from '../harness/hub-here.ts'
import { hasHubServers, type Postgres, postgres } from '../harness/hub-servers.ts'
import { isWhole, tell } from '../harness/told.ts'
import { until } from '../harness/until.ts'
import { keyWith, password, signedIn } from '../harness/web-here.ts'

/** A message of one of two lines, under the ids of the hub. */
interface ToldHere extends Told {
  line: number
}

interface LimitedHere extends GivenGrant {
  lines?: string[]
}

const names = ['home', 'office'] as const
const cases = isWhole ? 200 : 3
const seed = Number(process.env.SEED ?? Date.now() % 1_000_000)

describe.runIf(hasHubServers)('a key with a grant on a hub', () => {
  let server: Postgres
  let hub: HubHere
  let macs: MacHere[]
  let url: string
  let browser: Record<string, string>
  let key: { id: string; secret: string; headers: Record<string, string> }
  let writer: { id: string; headers: Record<string, string> }
  let owner: Client
  let ask: Ask
  let told: ToldHere[]
  let worlds: GrantedWorld[]

  const shared = closedAfterAll()
  beforeAll(async () => {
    server = await shared(postgres())
    hub = await shared(hubHere(server))
    macs = [
      await shared(macHere({ send: { ui_scripting: true } })),
      await shared(macHere({ send: { ui_scripting: true } })),
    ]
    worlds = macs.map(({ bridge }, n) =>
      grantedWorld(bridge.mac, { firstNumber: n * 1_000, lastDay: n === 0 ? 40 : 12 }),
    )
    told = worlds.flatMap((world, n) =>
      world.told.map((one) => ({
        ...one,
        line: n + 1,
        rowid: hubRowid(n + 1, one.rowid),
        chat: `${n + 1}~${one.chat}`,
      })),
    )
    for (const [n, name] of names.entries()) await hub.connectMac(name, macs[n] as MacHere)
    const web = await hub.web()
    url = web.url
    ask = askerOf(url)
    await until(async () => (await web.client.search({ q: 'hello', limit: 100 })).results.length === 100, {})
    await until(async () => {
      const all = await Promise.all(
        told.map(({ rowid }) => web.client.get_message({ message: String(rowid) }).catch(() => undefined)),
      )
      return all.every((one) => one !== undefined)
    })
    await hub.database.query('INSERT INTO star (line, guid, starred_at_ms) SELECT line, guid, sent_ms FROM message')
    await web.client.change_password({ password })
    browser = await signedIn(url)
    const secret = await keyWith({ url }, browser, ['read'])
    key = { id: secret.slice(4, 12), secret, headers: { authorization: `Bearer ${secret}` } }
    writer = await newWriter()
    owner = createClient({ baseUrl: url, key: await keyWith({ url }, browser, ['read', 'write', 'admin']) })
  })

  async function newWriter() {
    const secret = await keyWith({ url }, browser, ['read', 'write'])
    return { id: secret.slice(4, 12), headers: { authorization: `Bearer ${secret}` } }
  }
  async function change(grant: LimitedHere, { id }: { id: string } = key): Promise<void> {
    const { status, text } = await ask(endpoints.change_key, { input: { id, grant }, headers: browser })
    expect([status, status === 200 ? '' : text]).toEqual([200, ''])
  }
  const as = async (name: EndpointName, input: object = {}) => ask(endpoints[name], { input, headers: key.headers })
  const isInside = (one: ToldHere, { lines, ...grant }: LimitedHere): boolean =>
    (lines?.includes(names[one.line - 1] ?? '') ?? true) && (worlds[one.line - 1]?.isInside(one, grant) ?? false)

  function randomGrant(random: Random): LimitedHere {
    const { fields, people, ...others } = (worlds[0] as GrantedWorld).randomGrant(random)
    const lines = pick(random, [null, null, ['home'], ['office'], []])
    return {
      ...others,
      ...(people !== undefined && { people }),
      fields: { ...fields, names: chance(random, 0.6), handles: chance(random, 0.6) },
      ...(lines !== null && { lines }),
    }
  }

  /** The inputs with which each row of the table is asked about a message. */
  const questions: Partial<Record<EndpointName, (one: ToldHere) => object[]>> = {
    list_lines: () => [{}],
    list_conversations: ({ of }) => [
      { limit: 50, offset: 0 },
      { limit: 50, offset: 0, q: of },
      { limit: 50, offset: 0, unread: true },
    ],
    get_conversation: ({ chat }) => [{ guid: chat }],
    list_messages: ({ chat, rowid, atMs }) => [
      { guid: chat, limit: 100 },
      { guid: chat, limit: 100, around_rowid: rowid },
      { guid: chat, limit: 100, from_ts: new Date(atMs - dayMs).toISOString() },
    ],
    list_contacts: ({ of }) => [{ q: '' }, { q: of }, { q: 'Ben' }],
    conversation_details: ({ chat }) => [{ guid: chat }],
    list_media: ({ chat }) => (['media', 'links', 'files'] as const).map((kind) => ({ guid: chat, kind, limit: 100 })),
    list_all_messages: ({ rowid, guid }) => [{ limit: 3, rowids: String(rowid), guids: guid }],
    get_message: ({ rowid, guid }) => [{ message: String(rowid) }, { message: guid }],
    export_conversation: ({ chat }) => [
      { guid: chat, format: 'jsonl' },
      { guid: chat, format: 'html' },
    ],
    search_status: () => [{}],
    statistics: () => [{}, { range: '30d' }],
    list_starred: ({ chat }) => [{ limit: 200 }, { limit: 200, conversation: chat }],
    search: ({ mark, code, of }) =>
      [
        'hello',
        mark,
        'from:Ben',
        `in:${of} hello`,
        'has:attachment',
        'after:2020',
        `from:${of}`,
        ...(code === undefined ? [] : [code, `hello -${code}`]),
      ].map((q) => ({ q, limit: 100 })),
  }

  async function answersTo(one: ToldHere): Promise<string> {
    const answers: string[] = []
    for (const [name, of] of Object.entries(questions) as [EndpointName, (one: ToldHere) => object[]][])
      for (const input of of(one)) {
        const { status, text } = await as(name, input)
        expect([name, status, [200, 404].includes(status)]).toEqual([name, status, true])
        // A failure repeats what was asked for, which tells nothing.
        answers.push('message' in input ? text.replace(`"message":"${input.message}"`, '') : text)
      }
    return answers.join('\n')
  }

  test(`nothing that its grant hides is in any answer (SEED=${seed})`, async (context) => {
    const random = seededRandom(seed)
    for (let n = 0; n < cases; n++) {
      const grant = randomGrant(random)
      await change(grant)
      const [hidden, shown] = [told.filter((one) => !isInside(one, grant)), told.filter((one) => isInside(one, grant))]
      const under = (await as('list_conversations')).json() as Conversation[]
      const asked = told.filter(() => chance(random, 0.03))
      // Under the ids that it was told, too.
      const known = under
        .filter(() => chance(random, 0.25))
        .map(({ guid, handle }) => ({ ...pick(random, told), chat: guid, of: handle }))
      const all = (await Promise.all([...asked, ...known].map(answersTo))).join('\n')
      // The simulated Macs give the same GUIDs to other messages.
      const shownGuids = new Set(shown.map(({ guid }) => guid))
      const leaks = [
        ...hidden.flatMap(({ mark, guid, rowid, file }) => [
          mark,
          file ?? mark,
          `"rowid":${rowid},`,
          ...(shownGuids.has(guid) ? [] : [guid]),
        ]),
        ...(grant.fields?.text ? [] : shown.map(({ mark }) => mark)),
        ...(grant.fields?.attachments ? [] : told.flatMap(({ file }) => file ?? [])),
        ...(grant.fields?.names ? [] : ['Anna', 'Berg', 'Hidden', 'Both', 'Others']),
        ...(grant.fields?.handles ? [] : [anna, annaMail, ben, carla, dora]),
        ...(grant.one_time_codes === 'hide' ? told.flatMap(({ code }) => code ?? []) : []),
        ...(grant.lines === undefined
          ? []
          : names.filter((name) => !grant.lines?.includes(name)).map((name) => `"${name}"`)),
      ].filter((secret) => all.includes(secret))
      expect([JSON.stringify(grant), leaks]).toEqual([JSON.stringify(grant), []])
      // Everything granted is there.
      expect((await as('search_status')).json()).toMatchObject({ state: 'current', indexed: shown.length })
      const { sent_total, received_total, by_day, by_hour, top_contacts } = (await as('statistics')).json()
      const sumOf = (counts: number[]) => counts.reduce((sum, count) => sum + count, 0)
      const counts = top_contacts.map(({ count }: { count: number }) => count)
      expect([sent_total, received_total, ...[by_day, by_hour, counts].map(sumOf)]).toEqual([
        0,
        ...Array(4).fill(shown.length),
      ])
      const people = new Set(shown.map(({ of, line }) => `${line} ${of === annaMail ? anna : of}`))
      expect([JSON.stringify(grant), under.length]).toEqual([JSON.stringify(grant), people.size])
      const some = shown.slice(0, 40)
      const named = await as('list_all_messages', { rowids: some.map(({ rowid }) => rowid).join(',') || '0' })
      expect((named.json().messages as PlacedMessage[]).map(({ message }) => message.rowid)).toEqual(
        some.map(({ rowid }) => rowid).sort((one, other) => one - other),
      )
    }
    tell(context, { grants: cases })
  })

  const lineOf = async (name: string) => {
    const [one] = (await as('list_conversations', { line: name, limit: 1 })).json()
    return one?.line
  }

  test('sees its lines, and neither the names of others nor that there are any', async () => {
    await change({ lines: ['home'], may_send_as: ['home'] } as GivenGrant)
    const { json } = await as('list_lines')
    // A key that may only read sends as nobody.
    expect(json()).toEqual([{ id: 1, name: 'home', is_default: false, may_send: false }])
    expect(await lineOf('home')).toBe('home')
    const [hidden, unknown] = await Promise.all(
      ['office', 'nowhere'].map(async (line) => (await as('list_conversations', { line })).text.replaceAll(line, '')),
    )
    expect(hidden).toBe(unknown)
    const office = told.find(({ line }) => line === 2)
    expect((await as('search', { q: office?.mark, limit: 10 })).json().results).toEqual([])
    for (const lines of [['nowhere'], ['home', 'nowhere']]) {
      const input = { id: key.id, grant: { lines } }
      const { status, text } = await ask(endpoints.change_key, { input, headers: browser })
      expect([status, text.includes('nowhere')]).toEqual([400, true])
    }
  })

  test('an address that several lines write to is hidden on each of them', async () => {
    await change({ people: { except: ['+1 (202) 555-0123'] } })
    const all = (await as('list_conversations')).json() as Conversation[]
    expect(all.filter(({ addresses }) => addresses.includes(anna))).toEqual([])
    expect(all.filter(({ display_name }) => display_name === 'Both')).toEqual([])
    expect(new Set(all.map(({ line }) => line))).toEqual(new Set(names))
    const group = told.find(({ of, line }) => of === 'both' && line === 2)?.chat
    await change({ people: { only: [`group:${group}`] } })
    expect(((await as('list_conversations')).json() as Conversation[]).map(({ guid }) => guid)).toEqual([group])
  })

  test('people without visible addresses have ids instead, which can be used in requests', async () => {
    await change({ fields: { handles: false } })
    const all = (await as('list_conversations')).json() as Conversation[]
    const found = all.find(({ display_name, line }) => display_name === 'Anna Berg' && line === 'home')
    expect(found?.handle).toMatch(/^person-[a-p]{16}$/)
    expect(found?.guid).toMatch(/^1~any;-;person-[a-p]{16}$/)
    const [byId, byAddress, byNumber] = await Promise.all(
      [found?.guid, `1~any;-;${anna}`, String(found?.chat_rowid)].map((guid) => as('get_conversation', { guid })),
    )
    expect([byId?.json().guid, byAddress?.status, byNumber?.json().guid]).toEqual([found?.guid, 404, found?.guid])
    const count = async (q: string) => (await as('search', { q, limit: 100 })).json().results.length
    expect(await count(`in:"${found?.guid}"`)).toBeGreaterThan(5)
    expect([await count(`from:${anna}`), (await count('from:Anna')) > 5]).toEqual([0, true])
  })

  async function follow(since?: string) {
    const ending = new AbortController()
    onTestFinished(() => ending.abort())
    const headers = { ...key.headers, ...(since !== undefined && { 'last-event-id': since }) }
    const { body } = await fetch(`${url}/api/v1/events`, { headers, signal: ending.signal })
    let text = ''
    void (async () => {
      for await (const chunk of body ?? []) text += Buffer.from(chunk).toString()
    })().catch(() => undefined)
    return {
      text: () => text,
      ids: () => [...text.matchAll(/^id: (\d+)$/gm)].map(([, id]) => id ?? ''),
      rowids: () =>
        [...text.matchAll(/"type":"new_message".*?"rowid":(\d+)|"rowid":(\d+),"type":"new_message"/g)].map((it) =>
          Number(it[1] ?? it[2]),
        ),
    }
  }

  test('hears what happens in its part, under ids that reveal nothing about the rest', async () => {
    await change({ lines: ['home'], people: { only: [carla] } } as GivenGrant)
    const [home, office] = macs.map(({ bridge }) => bridge.mac.messages)
    const reader = await follow()
    await until(() => reader.ids().length === 1)
    const shown = (text: string) => hubRowid(1, home?.receive({ from: carla, text }).rowid ?? 0)
    const first = shown('one')
    home?.receive({ from: ben, text: 'hidden' })
    office?.receive({ from: carla, text: 'hidden, too' })
    const last = shown('two')
    await until(() => reader.rowids().includes(last))
    expect(reader.rowids()).toEqual([first, last])
    expect(reader.text()).not.toContain('2~')
    expect(reader.text()).not.toContain(ben)
    const steps = reader.ids().map(Number)
    for (const [n, id] of steps.slice(1).entries()) expect(Math.abs(id - (steps[n] ?? 0))).toBeGreaterThan(1_000)
    const again = await follow(reader.ids()[0])
    await until(() => again.rowids().length === 2)
    expect(again.rowids()).toEqual([first, last])
    await change({ people: { only: [ben] } })
    await until(() => reader.text().includes('no_longer_admitted'))
    const changed = await follow(reader.ids()[0])
    await until(() => changed.text().includes('reset'))
    expect(changed.rowids()).toEqual([])
  })

  /** Returns the answer to a key that may write, without the texts that repeat the input, which reveal nothing. */
  async function write(name: EndpointName, input: Record<string, unknown>) {
    const { status, text, json } = await ask(endpoints[name], { input, headers: writer.headers })
    const said = Object.values(input).reduce<string>((all, value) => all.replaceAll(JSON.stringify(value), '…'), text)
    return { status, said, code: status < 400 ? '' : json().error.code, json }
  }
  /** The newest message of a conversation of a line that fits. */
  const newest = (line: number, of: string, fits: (one: ToldHere) => boolean = () => true) =>
    told.filter((one) => one.line === line && one.of === of && fits(one)).sort((a, b) => b.atMs - a.atMs)[0] as ToldHere
  const fileOf = async ({ rowid }: ToldHere) =>
    (await owner.get_message({ message: String(rowid) })).message.attachments[0]?.id ?? ''

  test('gets the files of messages that exist for it and no others, whichever id it uses', async () => {
    const hasFile = ({ file }: ToldHere) => file !== undefined
    const [annas, elsewhere] = [newest(1, annaMail, hasFile), newest(2, annaMail, hasFile)]
    const [old, hidden] = [newest(1, annaMail, (one) => hasFile(one) && one !== annas), newest(1, 'both', hasFile)]
    const [file, other, others, older] = await Promise.all([annas, elsewhere, hidden, old].map(fileOf))
    const of = (id: string | undefined) => write('get_attachment', { id })
    await change({ people: { only: [anna] }, lines: ['home'] }, writer)
    expect(await of(file)).toMatchObject({ status: 200, said: annas.file })
    const missing = await of('1~none')
    expect(missing.code).toBe('attachment_not_found')
    for (const id of [other, others, `2~${file?.slice(2)}`, `9~${file?.slice(2)}`, file?.slice(2)])
      expect(await of(id)).toMatchObject({ status: missing.status, said: missing.said })
    const part = await fetch(`${url}/api/v1/attachments/${encodeURIComponent(others ?? '')}?thumb=240`, {
      headers: { ...writer.headers, range: 'bytes=0-3' },
    })
    expect([part.status, await part.text()]).toEqual([404, missing.said])
    await change({ since: new Date(annas.atMs).toISOString().slice(0, 10) }, writer)
    expect([(await of(file)).status, (await of(older)).said]).toEqual([200, missing.said])
    await change({ fields: { attachments: false } }, writer)
    expect((await of(file)).said).toBe(missing.said)
    // A message that is hidden has no file to hide either: the Mac is not asked, and whether it is there is not told.
    await change({ lines: ['home'] }, writer)
    await hub.database.query('UPDATE mac SET revoked_ms = 1 WHERE line = 2')
    expect((await of(other)).said).toBe(missing.said)
    await hub.database.query('UPDATE mac SET revoked_ms = NULL WHERE line = 2')
  })

  test('may react and show typing where it may write, and a hidden message does not exist', async () => {
    const tapbacks = (n: number) =>
      macs[n]?.bridge.mac.messages.db.prepare('SELECT 1 FROM message WHERE associated_message_type > 0').all().length
    const [annas, elsewhere, carlas] = [newest(1, anna), newest(2, anna), newest(1, carla)]
    const both = newest(1, 'both')
    const react = ({ rowid }: Pick<ToldHere, 'rowid'>) => write('change_tapback', { rowid, emoji: '👍' })
    await change({ people: { only: [anna] }, lines: ['home'], fields: { text: false, handles: false } }, writer)
    const nothing = await react({ rowid: 12 })
    expect(nothing.code).toBe('message_not_found')
    for (const hidden of [elsewhere, carlas, both]) {
      expect(await react(hidden)).toMatchObject({ status: 404, said: nothing.said })
      for (const name of ['edit_message', 'unsend_message', 'star_message'] as const)
        expect((await write(name, { rowid: hidden.rowid, text: 'x' })).code).toBe('message_not_found')
    }
    const reacted = await react(annas)
    expect(reacted).toMatchObject({ status: 200 })
    // It is told what has become of it as it is told of everything.
    expect(reacted.json()).toMatchObject({ rowid: annas.rowid, text: '', handle: expect.stringMatching(/^person-/) })
    expect(reacted.json().tapbacks).toEqual(['👍'])
    const typing = async (guid: string) => (await write('set_typing', { guid, on: true })).code
    for (const guid of [carlas.chat, elsewhere.chat, `1~any;-;${anna}`])
      expect(await typing(guid)).toBe('conversation_not_found')
    const [mine] = (
      await ask(endpoints.list_conversations, { input: { limit: 5, offset: 0 }, headers: writer.headers })
    ).json()
    // This Mac has no private helper.
    expect(await typing(mine.guid)).toBe('unsupported')
    const refused: [LimitedHere, string][] = [
      [{ may_send_as: ['office'] }, 'send_not_granted'],
      [{ sends: { mode: 'ask' } }, 'send_not_granted'],
      [{ sends: { mode: 'never' } }, 'send_not_granted'],
      [{ sends: { mode: 'direct', to: [carla] } }, 'send_not_granted'],
      [{ people: { except: [annaMail] } }, 'message_not_found'],
      [{ people: { only: [`group:${both.chat.replace('1~', '2~')}`] } }, 'message_not_found'],
    ]
    for (const [grant, code] of refused) {
      await change(grant, writer)
      expect([JSON.stringify(grant), (await react(annas)).code]).toEqual([JSON.stringify(grant), code])
    }
    expect([tapbacks(0), tapbacks(1)]).toEqual([1, 0])
  })

  test('edits and unsends only what it sent itself, and all of it counts in its limit for an hour', async () => {
    writer = await newWriter()
    await change({ people: { only: [carla] } }, writer)
    const { id } = (await write('send', { handle: carla, text: 'by the key', from: 'home' })).json()
    const own = async () => (await write('get_send', { id })).json().rowid as number | null
    await until(
      async () =>
        (await own()) !== null && (await write('get_message', { message: String(await own()) })).status === 200,
    )
    macs[0]?.bridge.mac.messages.delivered({ message: (await owner.get_send({ id })).guid ?? '' })
    const edited = await write('edit_message', { rowid: await own(), text: 'by the same key' })
    expect(edited.json()).toMatchObject({ text: 'by the same key', edited: true })
    const others = macs[0]?.bridge.mac.messages.send({ to: carla, text: 'by hand', state: 'delivered' })
    const rowid = hubRowid(1, others?.rowid ?? 0)
    await until(async () => (await write('get_message', { message: String(rowid) })).status === 200)
    expect(await write('unsend_message', { rowid })).toMatchObject({ code: 'send_not_granted' })
    await change({ people: { only: [carla] }, sends: { mode: 'direct', per_hour: 3 } }, writer)
    const emoji = ['👍', '👎', '❤️', '😂']
    const all = await Promise.all(emoji.map((one) => write('change_tapback', { rowid, emoji: one })))
    expect(all.map(({ code }) => code).sort()).toEqual(['', 'rate_limited', 'rate_limited', 'rate_limited'])
    expect((await write('unsend_message', { rowid: newest(1, dora).rowid })).code).toBe('message_not_found')
    // The owner is told that the key tried what its grant hides.
    const { marks, sends } = await owner.key_activity({ id: writer.id })
    expect([marks.map(({ kind }) => kind), sends.length]).toEqual([expect.arrayContaining(['hidden_person']), 1])
  })

  test('writes to no group of the same name on another line, and to none with an excepted person', async () => {
    const [here, there] = [newest(1, 'both').chat, newest(2, 'both').chat]
    expect(here.slice(2)).toBe(there.slice(2))
    const to = async (guid: string) => (await write('send_to_chat', { guid, text: 'to a group' })).status
    await change({ people: { only: [`group:${here}`] } }, writer)
    expect([await to(here), await to(there)]).toEqual([200, 404])
    await change({ people: { except: [ben] } }, writer)
    expect([await to(here), await to(newest(1, 'others').chat)]).toEqual([404, 200])
    await change({ sends: { to: [`group:${there}`] } }, writer)
    expect([await to(here), await to(there)]).toEqual([403, 200])
  })

  test('marks what it sees, and hears of marks on what it sees', async () => {
    const [carlas, hidden] = [newest(1, carla), newest(1, dora)]
    await change({ people: { only: [carla] } }, writer)
    await change({ people: { only: [carla] } })
    const reader = await follow()
    await until(() => reader.ids().length === 1)
    for (const name of ['archive_conversation', 'mark_read'] as const)
      expect((await write(name, { guid: hidden.chat, rowid: hidden.rowid })).code).toBe('conversation_not_found')
    expect((await write('mark_read', { guid: carlas.chat, rowid: hidden.rowid })).code).toBe('message_not_found')
    await owner.archive_conversation({ guid: hidden.chat })
    await owner.unstar_message({ rowid: hidden.rowid })
    expect((await write('unstar_message', { rowid: carlas.rowid })).status).toBe(204)
    expect((await write('archive_conversation', { guid: carlas.chat })).json().archived).toBe(true)
    const events = () => [...reader.text().matchAll(/"type":"(conversation_archived|message_starred)"/g)]
    await until(() => events().length === 2)
    expect(reader.text()).toContain(`"rowid":${carlas.rowid}`)
    expect(reader.text()).not.toContain(dora)
    // Sends by others are not reported, even to a key that sees their recipient.
    await owner.send({ handle: carla, text: 'by the owner', from: 'home' })
    await until(() => reader.text().includes('message_sent'))
    expect(reader.text()).not.toContain('send_updated')
  })

  test('a message to a stranger is sent from the default line if the key may send from that', async () => {
    const stranger = '+12025550999'
    const sent = async (grant: LimitedHere) => {
      await change(grant, writer)
      return write('send', { handle: stranger, text: 'Who is there?' })
    }
    expect((await sent({ one_time_codes: 'hide' })).code).toBe('line_needed')
    await expect(owner.change_line({ id: 9, is_default: true })).rejects.toMatchObject({ code: 'not_found' })
    await owner.change_line({ id: 1, is_default: true })
    expect(await owner.change_line({ id: 2, is_default: true })).toMatchObject({ name: 'office', is_default: true })
    expect((await owner.list_lines()).map((line) => [line.name, line.is_default])).toEqual([
      ['home', false],
      ['office', true],
    ])
    const strangers = (n: number) =>
      macs[n]?.bridge.mac.messages.db.prepare("SELECT 1 FROM chat WHERE chat_identifier = '+12025550999'").all().length
    expect((await sent({ one_time_codes: 'hide' })).status).toBe(200)
    expect([strangers(0), strangers(1)]).toEqual([0, 1])
    expect((await sent({ may_send_as: ['home'] })).status).toBe(200)
    expect([strangers(0), strangers(1)]).toEqual([1, 1])
    expect((await write('change_line', { id: 1, name: 'mine' })).status).toBe(403)
    expect(await owner.change_line({ id: 2, is_default: false })).toMatchObject({ is_default: false })
  })

  test('keys follow a line that is renamed, and do not see another line that takes its old name', async () => {
    await change({ lines: ['home'], may_send_as: ['home'] } as GivenGrant)
    for (const name of ['office', ' office '])
      await expect(owner.change_line({ id: 1, name })).rejects.toMatchObject({ code: 'conflict' })
    expect(await owner.change_line({ id: 1, name: ' The Bergs ' })).toMatchObject({ name: 'The Bergs' })
    await owner.change_line({ id: 2, name: 'home' })
    expect((await as('list_lines')).json()).toMatchObject([{ id: 1, name: 'The Bergs' }])
    const seen = (await as('list_conversations')).json() as Conversation[]
    expect(new Set(seen.map(({ guid, line }) => `${guid[0]} ${line}`))).toEqual(new Set(['1 The Bergs']))
    const known = (await owner.list_keys()).find((one) => one.id === key.id)
    expect(known?.grant).toMatchObject({ lines: ['The Bergs'], may_send_as: ['The Bergs'] })
    await owner.change_line({ id: 2, name: 'office' })
    await owner.change_line({ id: 1, name: 'home' })
  })
})
