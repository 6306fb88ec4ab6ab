import { afterAll, beforeAll, expect, test } from 'vitest'
import type { MessageEvent } from '../src/contract/events.ts'
import { type BridgeHere, bridgeHere } from './harness/bridge-here.ts'
import { until } from './harness/until.ts'
import { type WebHere, webHere } from './harness/web-here.ts'

const anna = '+12025550123'
const stranger = '+12025550199'
const day = 86_400_000
let bridge: BridgeHere
let web: WebHere

beforeAll(async () => {
  // Nobody is relayed, because events report everyone's messages.
  bridge = await bridgeHere({ config: { relay: { scope: 'whitelist', poll_interval_s: 0.1 } } })
  web = await webHere({ over: bridge.mac, config: { relay: { scope: 'whitelist', poll_interval_s: 0.1 } } })
})

afterAll(async () => {
  await web?.[Symbol.asyncDispose]()
  await bridge?.[Symbol.asyncDispose]()
})

const about = (rowid: number) => (event: MessageEvent) => event.rowid === rowid
const typesOf = (rowid: number) =>
  bridge.journal
    .events()
    .filter(about(rowid))
    .map(({ type }) => type)
const toldOf = async ({ rowid }: { rowid: number }, ...types: MessageEvent['type'][]) => {
  await until(() => JSON.stringify(typesOf(rowid)) === JSON.stringify(types), {
    describe: () => `events of row ${rowid}: ${types}; told: ${typesOf(rowid)}`,
  })
}

test('a client that follows the events gets every row, each under the event that describes it', async () => {
  const { messages } = bridge.mac
  const { guid: group } = messages.createGroup({ members: [anna, stranger] })
  const hello = messages.receive({ from: stranger, text: 'Hello' })
  await toldOf(hello, 'new_message')
  await toldOf(messages.send({ to: anna, text: 'from my phone' }), 'message_sent')
  await toldOf(messages.tapback({ target: hello, kind: 'love' }), 'tapback_added')
  await toldOf(messages.tapback({ target: hello, from: stranger, kind: 'like' }), 'tapback_added')
  for (const line of [
    messages.renameGroup({ chat: group, by: stranger, name: 'Hikers' }),
    messages.addParticipant({ chat: group, who: '+12025550142' }),
    messages.removeParticipant({ chat: group, by: anna, who: '+12025550142' }),
    messages.setGroupPhoto({ chat: group, photo: { name: 'p.png', bytes: Buffer.from('x'), mime: 'image/png' } }),
    messages.leaveGroup({ chat: group, by: stranger }),
  ])
    await toldOf(line, 'system_line', 'conversation_changed')

  const { rows } = await web.client.list_rows({ order: 'rowid', newest_first: false })
  const told = new Set(bridge.journal.events().flatMap(({ rowid }) => rowid ?? []))
  expect(rows.length).toBe(9)
  expect(rows.filter(({ rowid }) => !told.has(rowid))).toEqual([])
})

test('old rows that arrive late are reported, but not as new messages', async () => {
  const { messages } = bridge.mac
  const { guid: group } = messages.createGroup({ members: [anna, stranger], name: 'Old friends' })
  const atMs = bridge.nowMs() - 3 * day
  const old = messages.receive({ from: anna, chat: group, text: 'long ago', atMs })
  for (const row of [
    old,
    messages.tapback({ target: old, from: anna, kind: 'love', atMs: atMs + 1_000 }),
    messages.renameGroup({ chat: group, by: anna, name: 'Older friends', atMs: atMs + 2_000 }),
  ])
    await toldOf(row, 'conversation_changed')
})

test('a change of a row is reported with its ROWID, and the row itself has the details', async () => {
  const { messages } = bridge.mac
  const rowOf = async (guid: string) => (await web.client.list_rows({ guids: guid })).rows[0]
  const sent = messages.send({ to: anna, text: 'on its way', state: 'sent' })
  await toldOf(sent, 'message_sent')
  messages.delivered({ message: sent })
  await toldOf(sent, 'message_sent', 'message_delivered')
  messages.readByRecipient({ message: sent })
  await toldOf(sent, 'message_sent', 'message_delivered', 'message_read')
  messages.edit({ message: sent, text: 'still on its way' })
  await toldOf(sent, 'message_sent', 'message_delivered', 'message_read', 'message_edited')
  expect(await rowOf(sent.guid)).toMatchObject({
    text: 'still on its way',
    delivered_at: expect.any(String),
    read_at: expect.any(String),
    edited_at: expect.any(String),
    unsent_at: null,
    versions: [{ text: 'on its way' }, { text: 'still on its way' }],
  })
  const received = messages.receive({ from: stranger, text: 'never mind' })
  await toldOf(received, 'new_message')
  messages.unsend({ message: received })
  await toldOf(received, 'new_message', 'message_unsent')
  expect(await rowOf(received.guid)).toMatchObject({ text: null, edited_at: null, unsent_at: expect.any(String) })
})

test('a message that Messages itself scheduled is reported as sent when it goes out, and is a row from then on', async () => {
  const { messages } = bridge.mac
  const later = messages.sendLater({ to: anna, text: 'tomorrow', dueMs: bridge.nowMs() + day })
  await toldOf(later, 'conversation_changed')
  const guids = later.guid
  expect((await web.client.list_rows({ guids })).rows).toEqual([])
  expect((await web.client.list_rows({ guids, scheduled: 'only' })).rows).toMatchObject([{ schedule_type: 2 }])
  messages.scheduledGoesOut({ message: later })
  await toldOf(later, 'conversation_changed', 'message_sent')
  expect((await web.client.list_rows({ guids })).rows).toMatchObject([{ text: 'tomorrow', schedule_type: 0 }])
})
