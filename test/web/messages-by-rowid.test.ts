import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Client } from '../../src/client/client.ts'
import { type WebHere, webHere } from '../harness/web-here.ts'

const anna = '+12025550123'
const ben = '+12025550145'
let web: WebHere
let client: Client

beforeAll(async () => {
  web = await webHere()
  client = web.client
})

afterAll(async () => await web?.[Symbol.asyncDispose]())

const textsOf = (page: Awaited<ReturnType<Client['list_all_messages']>>) =>
  page.messages.map(({ message }) => message.text)

test('the messages of all conversations are read in both directions, each once, whatever other rows are between them', async () => {
  const { messages } = web.mac
  expect(await client.list_all_messages()).toEqual({ messages: [], from_rowid: 1, to_rowid: 0, more: false })
  const { guid: group } = messages.createGroup({ members: [anna, ben] })
  const one = messages.receive({ from: anna, text: 'one' })
  messages.receive({ from: ben, chat: group, text: 'two' })
  messages.tapback({ target: one, kind: 'love' })
  messages.receiveOrphan({ from: ben, text: 'in no conversation' })
  messages.moveToRecentlyDeleted({ message: messages.receive({ from: anna, text: 'deleted' }) })
  messages.receive({ from: ben, text: 'three' })
  const four = messages.receive({ from: anna, text: 'four', atMs: Date.now() - 86_400_000 })
  const last = messages.tapback({ target: four, kind: 'like' })

  const first = await client.list_all_messages({ after_rowid: 0, limit: 2 })
  expect(textsOf(first)).toEqual(['one', 'two'])
  expect(first).toMatchObject({ from_rowid: 1, more: true, messages: [{ message: { tapbacks: ['❤️'] } }, {}] })
  const second = await client.list_all_messages({ after_rowid: first.to_rowid, limit: 2 })
  expect(textsOf(second)).toEqual(['three', 'four'])
  expect(second).toMatchObject({ to_rowid: last.rowid, more: false })
  expect(await client.list_all_messages({ after_rowid: second.to_rowid })).toMatchObject({
    messages: [],
    to_rowid: last.rowid,
    more: false,
  })

  const newest = await client.list_all_messages({ limit: 3 })
  expect(textsOf(newest)).toEqual(['two', 'three', 'four'])
  expect(newest).toMatchObject({ to_rowid: last.rowid, more: true })
  const earlier = await client.list_all_messages({ before_rowid: newest.from_rowid })
  expect(textsOf(earlier)).toEqual(['one'])
  expect(earlier).toMatchObject({ from_rowid: 1, to_rowid: newest.from_rowid - 1, more: false })
  await expect(client.list_all_messages({ after_rowid: 1, before_rowid: 9 })).rejects.toMatchObject({
    code: 'invalid_request',
  })
})

test('a message is the same by its ROWID, by its GUID and in its conversation', async () => {
  const { messages } = web.mac
  const written = messages.receive({ from: anna, text: 'the same everywhere' })
  const byRowid = await client.get_message({ message: String(written.rowid) })
  expect(byRowid).toMatchObject({ conversation_name: expect.any(String), message: { text: 'the same everywhere' } })
  expect(await client.get_message({ message: written.guid })).toEqual(byRowid)
  const thread = await client.list_messages({ guid: byRowid.conversation_guid })
  expect(thread.at(-1)).toEqual(byRowid.message)
  expect((await client.list_all_messages({ limit: 1 })).messages).toEqual([byRowid])
})

test('named messages are shown as they are now, whether named by ROWID or by GUID, and unknown names are left out', async () => {
  const { messages } = web.mac
  const [one, two] = [messages.receive({ from: anna, text: 'first' }), messages.receive({ from: ben, text: 'second' })]
  const tapback = messages.tapback({ target: one, kind: 'love' })
  const page = await client.list_all_messages({
    rowids: `${two.rowid},${tapback.rowid},999999`,
    guids: `${one.guid},no-such-guid,${two.guid}`,
  })
  expect(textsOf(page)).toEqual(['first', 'second'])
  expect(page).toMatchObject({ from_rowid: one.rowid, to_rowid: two.rowid, more: false })
  expect(page.messages[0]?.message.tapbacks).toEqual(['❤️'])
  expect(page.messages[0]).toEqual(await client.get_message({ message: one.guid }))
  expect(await client.list_all_messages({ rowids: '999999' })).toMatchObject({ messages: [], to_rowid: 0 })

  const guids = Array.from({ length: 150 }, (_, n) => String(n)).join(',')
  for (const refused of [
    { rowids: guids, guids },
    { rowids: '1', after_rowid: 1 },
    { guids: 'a', before_rowid: 1 },
    { rowids: '1;2' },
  ])
    await expect(client.list_all_messages(refused)).rejects.toMatchObject({ code: 'invalid_request' })
})

test.each(['999999', 'no-such-guid', '000000000000001x'])('a message named %s is not found', async (message) => {
  await expect(client.get_message({ message })).rejects.toMatchObject({ code: 'message_not_found', status: 404 })
})

test('a tapback has no address of its own', async () => {
  const { messages } = web.mac
  const tapback = messages.tapback({ target: messages.receive({ from: ben, text: 'nice' }), kind: 'laugh' })
  await expect(client.get_message({ message: tapback.guid })).rejects.toMatchObject({ code: 'message_not_found' })
})

test('the version names the journal and the ledger, and no journal where no bridge has run', async () => {
  expect(await client.version()).toMatchObject({ journal: null, ledger: expect.stringMatching(/^[0-9a-f]{32}$/) })
})
