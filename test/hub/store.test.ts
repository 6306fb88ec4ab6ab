import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { ArrivalPosition } from '../../src/domain/arrival-position.ts'
import { type LiveEnvelope, lastEvent, type PastEnvelope } from '../../src/envelope/envelope.ts'
import { macName } from '../../src/envelope/subjects.ts'
import type { Hello } from '../../src/envelope/talk.ts'
import { anna, carried, liveOf, pastOf, placedOf } from '../../src/envelope/test-envelopes.ts'
import { arrivalsAfter, endOfArrivals, forgetOldArrivals, resumeArrivals } from '../../src/hub/store/arrivals.ts'
import { addMac, enrolledMacs, putCode, redeemCode } from '../../src/hub/store/enrolment.ts'
import type { FeedMessage } from '../../src/hub/store/feed.ts'
import { findConversation, listConversations, listMessages, placedMessages } from '../../src/hub/store/history.ts'
import { hubRowid } from '../../src/hub/store/ids.ts'
import { greet, type MarkOfMac, markFor } from '../../src/hub/store/macs.ts'
import { archive, noteRead, unarchive } from '../../src/hub/store/marks.ts'
import { search, searchedWhole } from '../../src/hub/store/search.ts'
import { takeIn, type Verdict } from '../../src/hub/store/take-in.ts'
import { writtenAt, writtenWith } from '../../src/hub/store/tally.ts'
import { everyMessage, withinLine } from '../../src/hub/store/view.ts'
import { hasPostgres, hubDatabase, type Postgres, postgres } from '../harness/hub-servers.ts'
import { until } from '../harness/until.ts'

const ben = '+12025550145'
const nowMs = Date.UTC(2026, 5, 1)
const hello: Hello = { instance: 'i', journal: 'j', ledger: 'l', position: 0, reset: false, release: '1' }

/** Counts of each table that are not those of the messages which are there. */
const miscounted = (['conversation, quarter', 'conversation, quarter / 2688', 'quarter'] as const).map((key, n) => {
  const [table, by] =
    [
      ['tally', key],
      ['tally_span', 'conversation, span'],
      ['tally_all', key],
    ][n] ?? []
  return `SELECT there.n, counted.n AS counted FROM
    (SELECT row(${key})::text AS key, count(*) AS n, count(*) FILTER (WHERE is_sent) AS sent
      FROM (SELECT conversation, sent_ms / 900000 AS quarter, more->>'is_from_me' = 'true' AS is_sent FROM message
        WHERE NOT is_gone AND more->>'kind' IS DISTINCT FROM 'system') m GROUP BY 1) there
    FULL JOIN (SELECT row(${by})::text AS key, sum(sent + received) AS n, sum(sent) AS sent FROM ${table}
      GROUP BY 1 HAVING sum(sent) <> 0 OR sum(received) <> 0) counted
    USING (key) WHERE (there.n, there.sent) IS DISTINCT FROM (counted.n, counted.sent)`
})

describe.runIf(hasPostgres)('the store of a hub', () => {
  let server: Postgres
  beforeAll(async () => {
    server = await postgres()
  })
  afterAll(() => server?.[Symbol.asyncDispose]())

  /** A hub with these Macs, each of a line of its own unless it is named. */
  async function hub(macs: Record<string, string> = { one: 'anne' }) {
    const database = await hubDatabase(server)
    onTestFinished(() => database[Symbol.asyncDispose]())
    // Whatever happens to messages, what is counted are those that are there.
    onTestFinished(async () => {
      for (const wrong of miscounted) expect(await database.query(wrong)).toEqual([])
    })
    const marks = new Map<string, MarkOfMac>()
    let position = 0
    const heard: FeedMessage[] = []
    const greeted = async (name: string, changes: Partial<Hello> = {}, atMs = nowMs) => {
      const mark = await greet(database, { name, nkey: name, part: 0, hello: { ...hello, ...changes }, nowMs: atMs })
      if (!('refused' in mark)) marks.set(name, mark)
      return mark
    }
    for (const [label, line] of Object.entries(macs)) {
      const name = await addMac(database, { label, line, part: 0, nowMs })
      await putCode(database, { mac: name, sha256: name, expiresMs: nowMs + 1 })
      await redeemCode(database, { sha256: name, nkey: name, nowMs })
      await greeted(name)
    }
    const take = async (envelopes: readonly (LiveEnvelope | PastEnvelope)[], mac = 'one'): Promise<Verdict[]> => {
      const { generation, session } = marks.get(mac) as MarkOfMac
      position += envelopes.length
      const { verdicts, told } = await takeIn(database, {
        read: { stream: 'UP_0', created: 'c', position },
        part: 0,
        arrived: envelopes.map((envelope) => ({ mac, envelope: { ...envelope, generation, session } })),
      })
      heard.push(...told)
      return verdicts
    }
    const last = new Map<string, number>()
    /** Tells one event about these messages, after the last one. */
    const tell = (changes: Partial<LiveEnvelope>, mac = 'one') => {
      const after = last.get(mac) ?? 0
      const envelope = liveOf({ after, events: [{ id: after + 1, type: 'new_message' }], ...changes })
      last.set(mac, lastEvent(envelope))
      return take([envelope], mac)
    }
    const texts = async (guid: string) => {
      const found = await findConversation(database, guid)
      return found && (await listMessages(database, found.chat_rowid, { limit: 100 })).map(({ text }) => text)
    }
    const found = async (q: string, limit = 20) =>
      (await search(database, { q, limit }, nowMs)).results.map(({ message }) => message.text)
    return {
      heard,
      database,
      greeted,
      take,
      tell,
      texts,
      found,
      marks,
      mark: (mac = 'one') => markFor(database, { name: mac, nkey: mac, session: marks.get(mac)?.session ?? '' }, nowMs),
    }
  }

  const ofAnna = `1~any;-;${anna}`

  test('shows the messages of its Macs under ids that stay the same when everything is told anew', async () => {
    const { database, tell, texts } = await hub()
    await tell({
      messages: [placedOf({ rowid: 1, text: 'Hello' }), placedOf({ rowid: 2, text: 'You', is_from_me: true })],
      conversations: [carried({ unread_count: 1, last_message_rowid: 2 })],
    })
    const [conversation] = await listConversations(database, { limit: 10, offset: 0 })
    expect(conversation).toMatchObject({
      guid: ofAnna,
      display_name: 'Anna',
      unread_count: 1,
      last_message_rowid: hubRowid(1, 2),
      participants: [{ avatar_url: null }],
    })
    expect(await findConversation(database, ofAnna)).toEqual(conversation)
    expect(await texts(ofAnna)).toEqual(['Hello', 'You'])
    expect(await texts(String(conversation?.chat_rowid))).toEqual(['Hello', 'You'])
    expect(await texts('1~unknown')).toBeUndefined()
    // Without a line the conversation is found only while a single line has one with the person.
    expect(await texts(`any;-;${anna}`)).toEqual(['Hello', 'You'])
    expect(await texts('any;-;+12025550999')).toBeUndefined()
    const [placed] = await placedMessages(database, { rowids: [hubRowid(1, 1)] })
    expect(placed).toMatchObject({
      conversation_guid: ofAnna,
      conversation_name: 'Anna',
      message: { rowid: hubRowid(1, 1) },
    })
    expect(await placedMessages(database, { guids: ['guid-1'] })).toEqual([placed])
  })

  test('turns the label of a Mac into a name that a subject can contain, and refuses a second Mac with the same label', async () => {
    const { database } = await hub()
    const add = (label: string) => addMac(database, { label, line: 'l', part: 0, nowMs })
    const names = []
    for (const label of ['Anna’s Mac mini', 'annas mac mini.', 'Büro > *', '電話', 'x'.repeat(100)])
      names.push(await add(label))
    expect(names).toEqual(['anna-s-mac-mini', 'annas-mac-mini', 'buro', 'mac', 'x'.repeat(24)])
    expect(await add('anna s mac mini')).toBe('anna-s-mac-mini-2')
    await expect(add('ANNA’S MAC MINI')).rejects.toMatchObject({ code: 'conflict' })
    expect((await enrolledMacs(database)).every(({ name }) => macName.test(name))).toBe(true)
  })

  test('keeps the newest version of each message, in whatever order and however often they come', async () => {
    const { take, tell, texts } = await hub()
    const events = (id: number) => [{ id, type: 'message_edited' }]
    const page = pastOf({
      version: 1,
      messages: [placedOf({ rowid: 1, text: 'as it was' })],
      conversations: [carried()],
    })
    await tell({ conversations: [carried()], messages: [placedOf({ rowid: 1, text: 'edited' })], events: events(3) })
    await take([page, page])
    expect(await texts(ofAnna)).toEqual(['edited'])
    const again = liveOf({ after: 3, events: events(4), messages: [placedOf({ rowid: 1, text: 'edited twice' })] })
    expect(await take([again, again])).toEqual(['taken', 'repeat'])
    expect(await take([again])).toEqual(['repeat'])
    expect(await texts(ofAnna)).toEqual(['edited twice'])
  })

  test('moves the mark without gaps: an envelope that does not continue it is refused as a whole', async () => {
    const { take, texts, mark } = await hub()
    const one = liveOf({ after: 0, events: [{ id: 1, type: 'new_message' }], conversations: [carried()] })
    const gap = liveOf({ after: 2, events: [{ id: 3, type: 'new_message' }], messages: [placedOf({ rowid: 3 })] })
    const two = liveOf({
      after: 1,
      events: [{ id: 2, type: 'new_message' }],
      messages: [placedOf({ rowid: 2, text: 'two' })],
    })
    expect(await take([one, gap])).toEqual(['taken', 'refused'])
    expect((await mark())?.mark).toBe(1)
    expect(await take([two, gap])).toEqual(['taken', 'taken'])
    expect((await mark())?.mark).toBe(3)
    expect(await texts(ofAnna)).toEqual(['two', 'Message 3'])
  })

  test('a connection that is lost in the middle of a transaction fails it, and nothing else', async () => {
    const { database } = await hub()
    const lost = database.transaction(async (sql) => {
      const [{ pid = 0 } = {}] = await sql.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
      await database.query('SELECT pg_terminate_backend($1)', [pid])
      await until(
        async () => (await database.query('SELECT 1 FROM pg_stat_activity WHERE pid = $1', [pid])).length === 0,
      )
      await sql.query('SELECT 1')
    })
    await expect(lost).rejects.toThrow()
    expect(await database.query('SELECT 1 AS one')).toEqual([{ one: 1 }])
  })

  test('refuses a Mac without a session, and a second Mac with the same identity while the first one is connected', async () => {
    const { database, greeted, take, marks, mark } = await hub()
    const before = marks.get('one') as MarkOfMac
    expect(await greeted('one', { instance: 'clone' })).toEqual({ refused: 'another' })
    expect(await greeted('nobody')).toEqual({ refused: 'unknown' })
    const withAnotherKey = { name: 'one', nkey: 'replaced', part: 0, hello, nowMs: nowMs + 60_000 }
    expect(await greet(database, withAnotherKey)).toEqual({ refused: 'unknown' })
    expect(await greeted('one')).toEqual(before)
    await greeted('one', { instance: 'replaced' }, nowMs + 60_000)
    const old = liveOf({ after: 0, events: [{ id: 1, type: 'new_message' }], session: before.session })
    const arrived = [
      { mac: 'one', envelope: old },
      { mac: 'nobody', envelope: old },
      { mac: 'one', envelope: undefined },
    ]
    const refused = await takeIn(database, { read: { stream: 'UP_0', created: 'c', position: 9 }, part: 0, arrived })
    expect(refused).toEqual({ verdicts: ['refused', 'refused', 'refused'], told: [] })
    expect(await take([{ ...old }])).toEqual(['taken'])
    expect((await mark())?.mark).toBe(1)
    expect(await markFor(database, { name: 'one', nkey: 'one', session: before.session }, nowMs)).toBeUndefined()
  })

  test('the past comes page by page, and continues where it stopped', async () => {
    const { take, texts, mark, greeted } = await hub()
    const pages = [
      pastOf({ before: null, next: 3, messages: [placedOf({ rowid: 3 })], conversations: [carried()] }),
      pastOf({ before: 3, next: 2, messages: [placedOf({ rowid: 2 })] }),
      pastOf({ before: 2, next: null, messages: [placedOf({ rowid: 1 })] }),
    ] as const
    expect(await take([pages[0], pages[2], pages[0]])).toEqual(['taken', 'repeat', 'repeat'])
    expect((await mark())?.past).toEqual({ done: false, before: 3 })
    await greeted('one')
    expect(await take([pages[1], pages[2]])).toEqual(['taken', 'taken'])
    expect((await mark())?.past).toEqual({ done: true, before: null })
    expect(await texts(ofAnna)).toEqual(['Message 1', 'Message 2', 'Message 3'])
  })

  test('tells news once, in its own terms, and nothing about sends of the Mac itself', async () => {
    const { take, heard, greeted } = await hub()
    const events = [
      { id: 1, type: 'new_message', chat_guid: `any;-;${anna}`, rowid: 7 },
      { id: 2, type: 'send_updated', chat_guid: null, rowid: null },
      { id: 3, type: 'telepathy', mood: 'fine' },
    ]
    const one = liveOf({ after: 0, events: events.slice(0, 2) })
    await take([one, one, liveOf({ after: 0, events }), pastOf()])
    const about = { type: 'new_message', chat_guid: ofAnna, rowid: hubRowid(1, 7) }
    expect(heard).toEqual([
      { id: 'one.1.2', line: 1, events: [about] },
      { id: 'one.1.3', line: 1, events: [{ type: 'telepathy', mood: 'fine' }] },
    ])
    await greeted('one', { journal: 'another', position: 0 })
    await take([one])
    expect(heard[2]).toMatchObject({ id: 'one.2.2' })
  })

  test('another journal, or one that lost events, starts a generation in which everything is told anew', async () => {
    const { take, tell, texts, greeted, found } = await hub()
    await tell({
      conversations: [carried()],
      messages: [placedOf({ rowid: 1, text: 'stays' }), placedOf({ rowid: 2, text: 'deleted meanwhile' })],
    })
    await take([pastOf()])
    for (const [n, changes] of [
      { position: 1 },
      { journal: 'another', position: 7 },
      { journal: 'another', position: 9, reset: true },
    ].entries()) {
      const mark = await greeted('one', changes)
      const isNew = n > 0
      expect(mark).toMatchObject({ generation: n + 1, mark: changes.position, past: { done: !isNew } })
    }
    // The numbers of events count anew, and yet what is told now is newer than what was told before.
    await take([pastOf({ version: 0, messages: [placedOf({ rowid: 5, guid: 'guid-1', text: 'stays, edited' })] })])
    expect(await texts(ofAnna)).toEqual(['stays, edited'])
    expect(await found('deleted')).toEqual([])
    expect(await found('stays')).toEqual(['stays, edited'])
  })

  test('messages that came while a Mac lost its events are news to plugins, and nothing else that it tells anew is', async () => {
    const { database, take, tell, greeted } = await hub()
    const news = async (after: ArrivalPosition = {}) => arrivalsAfter(database, after, 10)
    await take([pastOf({ conversations: [carried()], messages: [placedOf({ rowid: 1 })] })])
    await tell({ conversations: [carried()], messages: [placedOf({ rowid: 2 })] })
    expect((await news()).map(({ events }) => events)).toEqual([[expect.objectContaining({ type: 'new_message' })]])
    const end = await endOfArrivals(database)
    await greeted('one', { journal: 'another' })
    const late = { ts: '2026-04-01T00:00:00.000Z' }
    await take([
      pastOf({
        conversations: [carried()],
        messages: [
          placedOf({ rowid: 2 }),
          placedOf({ rowid: 3, ...late }),
          placedOf({ rowid: 4 }),
          placedOf({ rowid: 5, is_from_me: true }),
        ],
      }),
    ])
    expect((await news(end)).flatMap(({ events }) => events)).toEqual([
      { type: 'new_message', chat_guid: ofAnna, rowid: hubRowid(1, 4) },
    ])
  })

  test('a relay goes on where it or the one before it was, and from the oldest news if PostgreSQL was set back', async () => {
    const { database, tell } = await hub()
    for (const n of [1, 2, 3]) await tell({ conversations: [carried()], messages: [placedOf({ rowid: n })] })
    const [first, second] = (await arrivalsAfter(database, {}, 10)).map(({ seq, token }) => ({ 0: { seq, token } }))
    const end = await endOfArrivals(database)
    expect(await resumeArrivals(database, [first ?? {}, second ?? {}])).toEqual(second)
    expect(await resumeArrivals(database, [end, first ?? {}])).toEqual(end)
    // The numbers after a backup are given again.
    const ofBefore = { 0: { seq: 3, token: '00000000-0000-4000-8000-000000000000' } }
    expect(await resumeArrivals(database, [ofBefore])).toEqual({})
    await forgetOldArrivals(database, 0, Date.now() + 8 * 86_400_000)
    expect((await arrivalsAfter(database, {}, 10)).map(({ seq }) => seq)).toEqual([3])
    expect(await resumeArrivals(database, [first ?? {}])).toEqual(first)
  })

  test('a message keeps its number when its Mac numbers anew, and no two messages have the same', async () => {
    const { database, tell } = await hub()
    const rowids = async () =>
      new Map(
        (await placedMessages(database, { guids: ['a', 'b'] })).map(({ message }) => [message.guid, message.rowid]),
      )
    await tell({ conversations: [carried()], messages: [placedOf({ rowid: 1, guid: 'a' })] })
    await tell({ messages: [placedOf({ rowid: 1, guid: 'b' }), placedOf({ rowid: 2, guid: 'a' })] })
    const before = await rowids()
    expect(before.get('a')).toBe(hubRowid(1, 1))
    expect(before.get('b')).toBeGreaterThan(hubRowid(1, 2 ** 39))
    await tell({ messages: [placedOf({ rowid: 1, guid: 'b', text: 'again' })] })
    expect(await rowids()).toEqual(before)
  })

  test('a deleted row takes its text and search words with it, and the last one its conversation', async () => {
    const { database, tell, texts, found } = await hub()
    await tell({
      conversations: [carried()],
      messages: [placedOf({ rowid: 1, text: 'secret' }), placedOf({ rowid: 2, text: 'kept' })],
    })
    await tell({ gone: [1, 77] })
    expect(await texts(ofAnna)).toEqual(['kept'])
    expect(await found('secret')).toEqual([])
    await tell({ gone: [2] })
    expect(await listConversations(database, { limit: 10, offset: 0 })).toEqual([])
  })

  test('two lines stay separate although they share people and GUIDs; two Macs of one line do not', async () => {
    const { database, tell, texts } = await hub({ one: 'anne', two: 'ben', three: 'anne' })
    const said = (text: string) => ({
      conversations: [carried()],
      messages: [placedOf({ rowid: 1, guid: 'shared', text })],
    })
    await tell(said('to Anne'), 'one')
    await tell(said('to Ben'), 'two')
    expect((await listConversations(database, { limit: 10, offset: 0 })).map(({ guid }) => guid).sort()).toEqual([
      ofAnna,
      `2~any;-;${anna}`,
    ])
    expect([await texts(ofAnna), await texts(`2~any;-;${anna}`)]).toEqual([['to Anne'], ['to Ben']])
    await tell(
      {
        conversations: [carried()],
        messages: [placedOf({ rowid: 9, guid: 'shared', text: 'by the other Mac' })],
        events: [{ id: 5, type: 'x' }],
      },
      'three',
    )
    expect(await texts(ofAnna)).toEqual(['by the other Mac'])
  })

  test('conversations that turn out to be with one person become one that is found under every GUID', async () => {
    const { database, tell, texts, found } = await hub()
    const mail = 'anna@example.com'
    await tell({
      conversations: [carried(), carried({ handle: mail, guid: `any;-;${mail}` })],
      messages: [placedOf({ rowid: 1, text: 'by phone' }), placedOf({ rowid: 2, text: 'by mail' }, mail)],
    })
    expect(await listConversations(database, { limit: 10, offset: 0 })).toHaveLength(2)
    await tell({ conversations: [{ ...carried({ addresses: [mail, anna], guid: `any;-;${mail}` }) }] })
    expect(await listConversations(database, { limit: 10, offset: 0 })).toHaveLength(1)
    expect([await texts(ofAnna), await texts(`1~any;-;${mail}`)]).toEqual([
      ['by phone', 'by mail'],
      ['by phone', 'by mail'],
    ])
    expect(await found(`in:"1~any;-;${mail}" by`)).toEqual(['by mail', 'by phone'])
  })

  test('addresses that their Mac separates again become a conversation each, with their own messages', async () => {
    const { database, tell, texts, found } = await hub()
    const mail = 'anna@example.com'
    const [phoneGuid, mailGuid] = [`any;-;${anna}`, `any;-;${mail}`]
    await tell({
      conversations: [{ ...carried({ addresses: [anna, mail] }), guids: [phoneGuid, mailGuid] }],
      messages: [
        placedOf({ rowid: 1, text: 'by phone' }),
        { ...placedOf({ rowid: 2, text: 'by mail' }, mail), conversation_guid: phoneGuid },
      ],
    })
    expect(await texts(`1~${mailGuid}`)).toEqual(['by phone', 'by mail'])
    await tell({ conversations: [carried({ kept_separate: true, addresses: [anna] })] })
    expect([await texts(ofAnna), await texts(`1~${mailGuid}`)]).toEqual([['by phone'], ['by mail']])
    expect(
      (await listConversations(database, { limit: 10, offset: 0 })).map(({ handle, last_message }) => [
        handle,
        last_message,
      ]),
    ).toContainEqual([mail, 'by mail'])
    expect(await found(`in:"1~${mailGuid}" by`)).toEqual(['by mail'])
    await tell({ conversations: [carried({ handle: mail, guid: mailGuid, kept_separate: true })] })
    expect(await listConversations(database, { limit: 10, offset: 0 })).toHaveLength(2)
  })

  test('parts of a conversation stay read and archived, and a joined one is archived only if all its parts were', async () => {
    const { database, tell } = await hub()
    const mail = 'anna@example.com'
    const guids = [`any;-;${anna}`, `any;-;${mail}`]
    const joined = { ...carried({ addresses: [anna, mail], unread_count: 2 }), guids }
    const parts = [carried({ unread_count: 1 }), carried({ handle: mail, guid: `any;-;${mail}`, unread_count: 1 })]
    await tell({
      conversations: [joined],
      messages: [1, 2].map((rowid) => placedOf({ rowid, handle: rowid === 1 ? anna : mail, is_from_me: false })),
    })
    const listed = async () =>
      (await listConversations(database, { limit: 10, offset: 0 })).map(({ chat_rowid: id, ...one }) => ({
        id,
        archived: one.archived,
        unread: one.unread_count,
      }))
    const [whole] = await listed()
    const message = { rowid: hubRowid(1, 2), guid: 'any', sentAtMs: nowMs }
    await noteRead(database, { conversation: whole?.id ?? 0, message, nowMs })
    await archive(database, whole?.id ?? 0, nowMs)
    expect(await listed()).toMatchObject([{ archived: true, unread: 0 }])
    await tell({ conversations: parts })
    const apart = await listed()
    expect(apart).toMatchObject([
      { archived: true, unread: 0 },
      { archived: true, unread: 0 },
    ])
    await unarchive(database, apart[0]?.id ?? 0)
    await tell({ conversations: [joined] })
    expect(await listed()).toMatchObject([{ archived: false, unread: 0 }])
  })

  test('a conversation that no Mac has described is listed and counted only once it is', async () => {
    const { database, tell, texts } = await hub()
    const counted = async (view = everyMessage) => {
      const all = await writtenAt(database, { fromMs: undefined, view }, { changes: [], offsets: [0] })
      return all.reduce((sum, { sent, received }) => sum + sent + received, 0)
    }
    await tell({ messages: [placedOf({ rowid: 1 })] })
    expect(await listConversations(database, { limit: 10, offset: 0 })).toEqual([])
    expect([await counted(), await counted(withinLine(everyMessage, 1))]).toEqual([0, 0])
    await tell({ conversations: [carried()] })
    expect(await texts(ofAnna)).toEqual(['Message 1'])
    expect([await counted(), await counted(withinLine(everyMessage, 1))]).toEqual([1, 1])
  })

  test('people are counted alike by spans of weeks and by the quarters of an hour before them', async () => {
    const { database, tell } = await hub()
    const everyDay = Array.from({ length: 90 }, (_, day) => nowMs - day * 86_400_000)
    await tell({
      conversations: [carried()],
      messages: everyDay.map((ms, n) => placedOf({ rowid: n + 1, ts: new Date(ms).toISOString() })),
    })
    for (const days of [1, 7, 40, 90]) {
      const asked = { fromMs: nowMs - days * 86_400_000, view: everyMessage }
      const count = everyDay.filter((ms) => ms >= asked.fromMs).length
      expect(await writtenWith(database, asked)).toEqual([{ handle: anna, count }])
      expect(await writtenWith(database, { ...asked, view: withinLine(everyMessage, 1) })).toEqual([
        { handle: anna, count },
      ])
    }
  })

  test('pages of a conversation begin at any message, in both directions, in the order of their dates', async () => {
    const { database, tell } = await hub()
    const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString()
    await tell({
      conversations: [carried()],
      messages: [5, 1, 4, 2, 3].map((minute, n) => placedOf({ rowid: n + 1, text: String(minute), ts: at(minute) })),
    })
    const found = await findConversation(database, ofAnna)
    const page = async (anchor: object) =>
      (await listMessages(database, found?.chat_rowid ?? 0, { limit: 2, ...anchor })).map(({ text }) => text).join('')
    const [third] = [hubRowid(1, 5)]
    expect(await page({})).toBe('45')
    expect(await page({ before_rowid: third })).toBe('12')
    expect(await page({ after_rowid: third })).toBe('45')
    expect(await page({ around_rowid: third, limit: 3 })).toBe('234')
    expect(await page({ from_ts: at(2) })).toBe('23')
    expect(await page({ before_rowid: hubRowid(1, 99) })).toBe('')
  })

  test('lists are narrowed by name, by what is unread and by what is archived', async () => {
    const { database, tell } = await hub()
    await tell({
      conversations: [
        carried({ unread_count: 2 }),
        carried({ handle: ben, display_name: '100% Ben_' }),
        carried({ handle: 'chat1', guid: 'any;+;chat1', is_group: true, addresses: [], display_name: 'Ballet' }),
      ],
    })
    await archive(database, (await findConversation(database, `1~any;-;${ben}`))?.chat_rowid ?? 0, nowMs)
    const names = async (asked: object) =>
      (await listConversations(database, { limit: 10, offset: 0, ...asked }))
        .map(({ display_name }) => display_name)
        .sort()
    expect(await names({ q: 'b' })).toEqual(['100% Ben_', 'Ballet'])
    expect(await names({ q: '100% bé' })).toEqual(['100% Ben_'])
    expect(await names({ q: '%' })).toEqual([])
    expect(await names({ q: '0145' })).toEqual(['100% Ben_'])
    expect(await names({ unread: true })).toEqual(['Anna'])
    expect(await names({ archived: false })).toEqual(['Anna', 'Ballet'])
    expect(await names({ limit: 1, offset: 3 })).toEqual([])
  })

  test('search understands the query language of a Mac, over the months and the lines', async () => {
    const { tell, found, database } = await hub()
    const at = (month: number, day: number) => new Date(Date.UTC(2026, month - 1, day)).toISOString()
    await tell({
      conversations: [
        carried(),
        carried({ handle: ben, display_name: 'Ben Berg' }),
        carried({ handle: '+12025550177', display_name: 'Søren' }),
      ],
      messages: [
        placedOf({ rowid: 6, text: 'by Soeren himself', ts: at(1, 3), sender: 'Søren' }, '+12025550177'),
        placedOf({ rowid: 1, text: "It's Zürich tomorrow", ts: at(1, 5) }),
        placedOf({ rowid: 2, text: 'zurich again', ts: at(3, 5), is_from_me: true }),
        placedOf({ rowid: 3, text: 'tomorrow Zürich', ts: at(2, 5), sender: 'Ben Berg' }, ben),
        placedOf({ rowid: 4, text: '東京タワーに行こう', ts: at(4, 5) }),
        placedOf({ rowid: 5, text: "a'b\\c https://example.com", ts: '1999-05-05T00:00:00.000Z' }),
      ],
    })
    const queries: [string, string[]][] = [
      ['zürich', ['zurich again', 'tomorrow Zürich', "It's Zürich tomorrow"]],
      ['zuri*', ['zurich again', 'tomorrow Zürich', "It's Zürich tomorrow"]],
      ['"zürich tomorrow"', ["It's Zürich tomorrow"]],
      ['zürich -tomorrow', ['zurich again']],
      ['again OR 東京', ['東京タワーに行こう', 'zurich again']],
      ['タワー', ['東京タワーに行こう']],
      ['from:"ben berg"', ['tomorrow Zürich']],
      [`in:${anna} tomorrow`, ["It's Zürich tomorrow"]],
      ['from:nobody zürich', []],
      ['in:berg', ['tomorrow Zürich']],
      ['in:"berg be"', ['tomorrow Zürich']],
      ['in:erg', []],
      ['in:søren', ['by Soeren himself']],
      ['from:soren', ['by Soeren himself']],
      ['-from:ben zürich', ['zurich again', "It's Zürich tomorrow"]],
      ['is:sent', ['zurich again']],
      ['has:link', ["a'b\\c https://example.com"]],
      ['before:2026-02', ["It's Zürich tomorrow", 'by Soeren himself', "a'b\\c https://example.com"]],
      ['on:2026-03 zurich', ['zurich again']],
      ["a'b", ["a'b\\c https://example.com"]],
      ['"', []],
    ]
    for (const [q, texts] of queries) expect([q, await found(q)]).toEqual([q, texts])
    // Whether what is sought is common or rare makes a difference only for the way in which it is found.
    for (const [q, texts] of queries) {
      const searched = { ...searchedWhole(database), mostCompared: 1 }
      const { results } = await search(database, { q, limit: 20 }, nowMs, searched)
      expect([q, results.map(({ message }) => message.text)]).toEqual([q, texts])
    }
    const pages: string[] = []
    let cursor: string | undefined
    do {
      const page = await search(database, { q: 'zürich', limit: 1, cursor }, nowMs)
      pages.push(
        ...page.results.map(({ snippet, ranges: [range] }) =>
          snippet.slice(range?.start, (range?.start ?? 0) + (range?.length ?? 0)),
        ),
      )
      cursor = page.cursor ?? undefined
    } while (cursor !== undefined)
    expect(pages).toEqual(['zurich', 'Zürich', 'Zürich'])
    await expect(search(database, { q: 'from:', limit: 1 }, nowMs)).rejects.toMatchObject({ code: 'invalid_request' })
    await expect(search(database, { q: 'a', limit: 1, cursor: 'x' }, nowMs)).rejects.toMatchObject({
      code: 'invalid_request',
    })
  })
})
