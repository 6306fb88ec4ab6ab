import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Client } from '../../src/client/client.ts'
import { type WebHere, webHere } from '../harness/web-here.ts'

const anna = '+12025550123'
const ben = '+12025550145'
const startMs = Date.UTC(2026, 5, 1, 12)
const minute = (minutes: number) => startMs + minutes * 60_000
let web: WebHere
let client: Client
let group: string

beforeAll(async () => {
  web = await webHere({ mac: { macos: 15 } })
  client = web.client
  const { messages } = web.mac
  messages.transaction(() => {
    const hello = messages.receive({ from: anna, text: 'Hello', atMs: minute(0) })
    messages.tapback({ target: hello, kind: 'love', atMs: minute(1) })
    messages.send({ to: anna, replyTo: hello, text: 'Hi Anna', atMs: minute(2) })
    group = messages.createGroup({ members: [anna, ben], name: 'Hikers' }).guid
    messages.receive({ from: ben, chat: group, text: 'Who is in?', atMs: minute(3) })
    messages.renameGroup({ chat: group, by: ben, name: 'Sunday hikers', atMs: minute(4) })
    messages.edit({
      message: messages.receive({ from: ben, text: 'fist', atMs: minute(5) }),
      text: 'first',
      atMs: minute(6),
    })
    messages.moveToRecentlyDeleted({ message: messages.receive({ from: ben, text: 'deleted', atMs: minute(7) }) })
    messages.receiveOrphan({ from: ben, text: 'in no conversation', atMs: minute(8) })
  })
})

afterAll(async () => await web?.[Symbol.asyncDispose]())

const wordsOf = ({ rows }: Awaited<ReturnType<Client['list_rows']>>) =>
  rows.map(({ text, group_title, associated_type }) => group_title ?? (associated_type === 0 ? text : 'tapback'))

test('rows are what Messages stored, newest first, including tapbacks and system lines, but nothing deleted', async () => {
  const page = await client.list_rows()
  expect(wordsOf(page)).toEqual(['first', 'Sunday hikers', 'Who is in?', 'Hi Anna', 'tapback', 'Hello'])
  expect(page).toMatchObject({ more: false, newest_rowid: expect.any(Number) })
  const [edited, renamed, , answer, tapback, hello] = page.rows
  expect(hello).toMatchObject({ handle: anna, is_from_me: false, sent_at: '2026-06-01T12:00:00.000Z', body: 'Hello' })
  expect(hello?.runs).toEqual([{ start: 0, length: 5, part: 0, attachment_guid: null, mention: null }])
  expect(tapback).toMatchObject({ associated_type: 2000, associated_guid: `p:0/${hello?.guid}`, is_from_me: true })
  expect(answer).toMatchObject({ reply_to_guid: hello?.guid, flags: expect.arrayContaining(['is_finished']) })
  expect(renamed).toMatchObject({ item_type: 2, group_title: 'Sunday hikers', conversation_guid: group, text: null })
  expect(edited).toMatchObject({
    edited_at: '2026-06-01T12:06:00.000Z',
    versions: [{ text: 'fist' }, { text: 'first' }],
  })
})

test('every filter leaves out what it names, and the count agrees with the page', async () => {
  const { rows } = await client.list_rows({ order: 'rowid', newest_first: false })
  const [hello, tapback] = rows
  const asked: [Parameters<Client['list_rows']>[0], (string | null)[]][] = [
    [{ reactions: 'without' }, ['first', 'Sunday hikers', 'Who is in?', 'Hi Anna', 'Hello']],
    [{ reactions: 'only' }, ['tapback']],
    [{ from_me: true }, ['Hi Anna', 'tapback']],
    [{ after_rowid: tapback?.rowid ?? 0, from_me: true }, ['Hi Anna']],
    [{ before_rowid: (tapback?.rowid ?? 0) + 1 }, ['tapback', 'Hello']],
    [{ since: '2026-06-01T12:04:00.000Z' }, ['first', 'Sunday hikers']],
    [{ until: '2026-06-01T12:01:00.000Z' }, ['tapback', 'Hello']],
    [{ changed_since: '2026-06-01T12:06:00Z', from_me: false }, ['first']],
    [{ guids: [hello?.guid, 'none'].join(',') }, ['Hello']],
    [{ about: hello?.guid ?? '' }, ['Hi Anna', 'tapback']],
    [{ about: hello?.guid ?? '', reactions: 'only' }, ['tapback']],
    [{ handle: '(202) 555-0145' }, ['first', 'Sunday hikers', 'Who is in?']],
    [{ conversation: group }, ['Sunday hikers', 'Who is in?']],
    [{ conversation: group, handle: anna }, []],
    [{ conversation: `any;-;${anna}`, after_rowid: hello?.rowid ?? 0, order: 'rowid' }, ['Hi Anna', 'tapback']],
    [{ conversation: `any;-;${anna}`, guids: hello?.guid ?? '' }, ['Hello']],
    [{ scheduled: 'only' }, []],
  ]
  for (const [filter = {}, words] of asked) {
    expect([filter, wordsOf(await client.list_rows(filter))]).toEqual([filter, words])
    const { order: _, ...counted } = filter
    expect([filter, await client.count_rows(counted)]).toEqual([filter, { total: words.length }])
  }
})

test('pages follow each other without a gap, in either order', async () => {
  for (const order of ['date', 'rowid'] as const)
    for (const conversation of [undefined, group, `any;-;${anna}`]) {
      const filter = { order, newest_first: false, ...(conversation !== undefined && { conversation }) }
      const all = (await client.list_rows(filter)).rows.map(({ guid }) => guid)
      const paged: string[] = []
      for (let more = true; more; ) {
        const page = await client.list_rows({ ...filter, limit: 2, offset: paged.length })
        paged.push(...page.rows.map(({ guid }) => guid))
        more = page.more
      }
      expect(paged).toEqual(all)
      const newest = await client.list_rows({ ...filter, newest_first: true })
      expect(newest.rows.map(({ guid }) => guid).toReversed()).toEqual(all)
    }
})

test('every GUID, with or without the country code, and the ROWID of a chat lead to the same conversation', async () => {
  const { messages } = web.mac
  const sms = messages.directChat({ with: ben, service: 'SMS' })
  messages.receive({ from: ben, text: 'by SMS', service: 'SMS', chat: sms.guid })
  const found = await client.get_conversation({ guid: `any;-;${ben}` })
  const rows = await client.list_rows({ conversation: found.guid })
  expect(new Set(rows.rows.map(({ conversation_guid }) => conversation_guid))).toEqual(new Set([found.guid]))
  const chats = [...new Set(rows.rows.map(({ chat_rowid }) => String(chat_rowid)))]
  expect(chats).toContain(String(found.chat_rowid))
  expect(chats.length).toBe(2)

  const spelled = ['any', 'iMessage', 'SMS', 'RCS'].flatMap((service) =>
    [ben, ben.slice(1), '2025550145', '(202) 555-0145'].map((number) => `${service};-;${number}`),
  )
  for (const guid of [...spelled, ...chats]) {
    expect((await client.get_conversation({ guid })).guid).toBe(found.guid)
    expect((await client.list_messages({ guid })).length).toBe(2)
    expect((await client.list_rows({ conversation: guid })).rows).toEqual(rows.rows)
  }
  const { chat_rowid } = await client.get_conversation({ guid: group })
  const identifier = group.split(';').at(-1)
  for (const guid of [`iMessage;+;${identifier}`, `any;+;${identifier}`, `any;-;${identifier}`, String(chat_rowid)])
    expect((await client.get_conversation({ guid })).guid).toBe(group)
  for (const guid of ['999999', 'any;-;0145', `any;-;+49${ben.slice(2)}`])
    await expect(client.list_rows({ conversation: guid })).rejects.toMatchObject({ code: 'conversation_not_found' })
})

test('a message is sent to the conversation meant by a ROWID or a number without its country code', async () => {
  const { chat_rowid } = await client.get_conversation({ guid: group })
  const sends = [
    await client.send_to_chat({ guid: String(chat_rowid), text: 'to the group' }),
    await client.send_to_chat({ guid: 'iMessage;-;2025550123', text: 'to Anna' }),
  ]
  expect(sends.map(({ chat_guid }) => chat_guid)).toEqual([group, `iMessage;-;${anna}`])
})

test('handles are listed by ROWID, those of one person under any spelling, and totals count everything stored', async () => {
  const handles = await client.list_handles()
  expect(handles.map(({ rowid }) => rowid)).toEqual(handles.map(({ rowid }) => rowid).toSorted((a, b) => a - b))
  const [first, second] = handles
  expect(await client.list_handles({ limit: 1, offset: 1 })).toEqual([second])
  const ofBen = await client.list_handles({ address: '202 555 0145' })
  expect(ofBen.map(({ address, service }) => [address, service])).toEqual([
    [ben, 'iMessage'],
    [ben, 'SMS'],
  ])
  expect(first).toEqual({ rowid: 1, address: anna, service: 'iMessage', country: 'us', uncanonicalized: null })
  const { total } = await client.count_rows()
  expect(await client.row_totals()).toMatchObject({ messages: total, conversations: 3, handles: handles.length })
})

test('tapbacks, and the messages that rows answer, are included on request', async () => {
  const of = async (asked: object) => {
    const { rows, belonging } = await client.list_rows({ ...asked, order: 'rowid', newest_first: false })
    return [wordsOf({ rows } as never), belonging && wordsOf({ rows: belonging } as never)]
  }
  const [hello, tapback] = (await client.list_rows({ order: 'rowid', newest_first: false })).rows
  expect(await of({ limit: 1 })).toEqual([['Hello'], undefined])
  expect(await of({ limit: 1, belonging: true })).toEqual([['Hello'], ['tapback']])
  expect(await of({ limit: 2, belonging: true })).toEqual([['Hello', 'tapback'], []])
  const answer = { after_rowid: tapback?.rowid, limit: 1, belonging: true }
  expect(await of(answer)).toEqual([['Hi Anna'], ['Hello']])
  expect(await of({ before_rowid: hello?.rowid, belonging: true })).toEqual([[], []])
})
