import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { temporaryMac } from '../../simulator/temporary-mac.ts'
import type { Client } from '../../src/client/client.ts'
import { until } from '../harness/until.ts'
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

const starred = async (asked: Parameters<Client['list_starred']>[0] = {}) =>
  (await client.list_starred(asked)).starred.map(({ message }) => message.text)

/** Follows the event stream of another page. */
async function anotherPage() {
  const leaving = new AbortController()
  onTestFinished(() => leaving.abort())
  const { body } = await fetch(`${web.url}/api/v1/events`, { signal: leaving.signal })
  let heard = ''
  void (async () => {
    for await (const bytes of body ?? []) heard += Buffer.from(bytes).toString()
  })().catch(() => undefined)
  await until(() => heard.includes('retry:'))
  return {
    events: () => [...heard.matchAll(/^data: (.*)$/gm)].map(([, json]) => JSON.parse(json ?? '')),
  }
}

test('a conversation stays archived until somebody writes, and every other page learns of it at once', async () => {
  const { messages } = web.mac
  const { chatGuid = '' } = messages.receive({ from: anna, text: 'Hello' })
  const page = await anotherPage()
  const guid = (await client.get_conversation({ guid: chatGuid })).guid
  expect(await client.archive_conversation({ guid })).toMatchObject({ guid, archived: true, unread_count: 1 })
  await client.archive_conversation({ guid })
  expect(await client.list_conversations({ archived: false })).toEqual([])
  expect(await client.list_conversations({ archived: true })).toMatchObject([{ guid, archived: true }])
  expect(await client.unarchive_conversation({ guid })).toMatchObject({ archived: false })
  const told = (archived: boolean) => ({ type: 'conversation_archived', chat_guid: guid, archived })
  await expect.poll(page.events).toEqual([told(true), told(false)])

  await client.archive_conversation({ guid })
  messages.receive({ from: anna, text: 'Are you there?' })
  expect(await client.list_conversations({ archived: true })).toEqual([])
  await client.archive_conversation({ guid })
  messages.receive({ from: anna, text: 'I wrote this while you were offline', atMs: Date.now() - 3_600_000 })
  expect(await client.list_conversations({ archived: true })).toEqual([])
  await expect(client.archive_conversation({ guid: 'any;-;nobody' })).rejects.toMatchObject({
    code: 'conversation_not_found',
  })
})

test('stars are listed in pages, by conversation, and marked in the thread, and other pages learn of each change once', async () => {
  const { messages } = web.mac
  const tickets = messages.receive({ from: anna, text: 'The tickets' })
  const address = messages.receive({ from: ben, text: '12 Harbour Road' })
  const page = await anotherPage()
  for (const { rowid } of [tickets, address, tickets]) await client.star_message({ rowid })
  expect(await starred()).toEqual(['12 Harbour Road', 'The tickets'])
  const first = await client.list_starred({ limit: 1 })
  expect(first).toMatchObject({ starred: [{ conversation_guid: address.chatGuid, message: { starred: true } }] })
  expect(await starred({ limit: 1, cursor: first.cursor ?? '' })).toEqual(['The tickets'])
  expect(await starred({ conversation: tickets.chatGuid ?? '' })).toEqual(['The tickets'])
  const thread = await client.list_messages({ guid: tickets.chatGuid ?? '' })
  expect(thread.filter((message) => message.starred).map(({ rowid }) => rowid)).toEqual([tickets.rowid])
  await client.unstar_message({ rowid: tickets.rowid })
  await client.unstar_message({ rowid: tickets.rowid })
  expect(await starred()).toEqual(['12 Harbour Road'])
  const told = ({ rowid, chatGuid }: typeof tickets, is: boolean) => ({
    type: 'message_starred',
    chat_guid: chatGuid,
    rowid,
    starred: is,
  })
  await expect.poll(page.events).toEqual([told(tickets, true), told(address, true), told(tickets, false)])
  await expect(client.star_message({ rowid: 999_999 })).rejects.toMatchObject({ code: 'message_not_found' })
})

test('an unsent or deleted message leaves the list, and an unsent message cannot be starred', async () => {
  const { messages } = web.mac
  const [unsent, deleted] = ['Not this', 'Nor this'].map((text) => messages.receive({ from: ben, text }))
  if (unsent === undefined || deleted === undefined) throw new Error('nothing was received')
  for (const { rowid } of [unsent, deleted]) await client.star_message({ rowid })
  messages.unsend({ message: unsent })
  messages.moveToRecentlyDeleted({ message: deleted })
  expect(await starred()).not.toEqual(expect.arrayContaining([expect.stringMatching(/this/)]))
  for (const { rowid } of [unsent, deleted])
    await expect(client.star_message({ rowid })).rejects.toMatchObject({ code: 'message_not_found' })
})

test('archived conversations and stars survive a restart of the web process', async () => {
  const mac = temporaryMac()
  onTestFinished(mac.close)
  const { rowid, chatGuid: guid = '' } = mac.messages.receive({ from: anna, text: 'Keep this' })
  {
    await using before = await webHere({ over: mac })
    await before.client.star_message({ rowid })
    await before.client.archive_conversation({ guid })
  }
  await using after = await webHere({ over: mac })
  const again = after.client
  expect(await again.list_starred({})).toMatchObject({ starred: [{ message: { text: 'Keep this' } }] })
  expect(await again.list_conversations({ archived: true })).toMatchObject([{ archived: true }])
})
