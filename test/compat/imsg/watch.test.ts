import { once } from 'node:events'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { unusedPort } from '../../../src/cli/test-unused-port.ts'
import { type BridgeHere, bridgeHere } from '../../harness/bridge-here.ts'
import { ImsgProcess } from '../../harness/imsg-process.ts'
import { until } from '../../harness/until.ts'
import { type WebHere, webHere } from '../../harness/web-here.ts'

const anna = '+12025550123'
const bob = '+12025550124'
let bridge: BridgeHere
let web: WebHere
let rpc: ImsgProcess
let port: number

const startWeb = () => webHere({ over: bridge.mac, port, config: { web: { port } } })

beforeAll(async () => {
  port = await unusedPort()
  bridge = await bridgeHere({
    prepare: ({ contacts, messages }) => {
      contacts.onMyMac.add({ firstName: 'Anna', lastName: 'Keller', phones: [anna] })
      messages.receive({ from: anna, text: 'Before' })
      messages.receive({ from: bob, text: 'Before, too' })
    },
  })
  web = await startWeb()
  rpc = new ImsgProcess(bridge.mac.home)
})
afterAll(async () => {
  await rpc?.[Symbol.asyncDispose]()
  await web?.[Symbol.asyncDispose]()
  await bridge?.[Symbol.asyncDispose]()
})

const subscribe = async (params: object): Promise<number> =>
  (await rpc.ask('watch.subscribe', { debounce_ms: 0, ...params })).subscription
const unsubscribe = (subscription: number) => rpc.ask('watch.unsubscribe', { subscription })
const texts = (subscription: number) => rpc.messages(subscription).map(({ text }) => text)

async function heard(subscription: number, ...wanted: string[]): Promise<void> {
  await until(() => wanted.every((text) => texts(subscription).includes(text)), {
    describe: () => `${wanted}; heard ${texts(subscription)} ${JSON.stringify(rpc.told('error', subscription))}`,
  })
}

test('a subscription reports every later message once, and own messages and reactions on request', async () => {
  const { messages } = bridge.mac
  const [all, ofAnna, withReactions] = [
    await subscribe({}),
    await subscribe({ participants: [anna] }),
    await subscribe({ include_reactions: true }),
  ]
  const target = messages.receive({ from: anna, text: 'Shall we?' })
  messages.tapback({ target: target.guid, kind: 'love', from: anna })
  messages.receive({ from: bob, text: 'From Bob' })
  messages.send({ to: bob, text: 'To Bob' })
  await heard(all, 'Shall we?', 'From Bob', 'To Bob')
  await heard(withReactions, 'Shall we?', 'From Bob', 'To Bob')
  await until(() => rpc.messages(withReactions).length === 4)
  expect(texts(all)).toEqual(['Shall we?', 'From Bob', 'To Bob'])
  expect(texts(ofAnna)).toEqual(['Shall we?'])
  expect(rpc.messages(ofAnna)[0]).toMatchObject({
    sender: anna,
    sender_name: 'Anna Keller',
    is_from_me: false,
    chat_identifier: anna,
    is_read: false,
    attachments: [],
  })
  expect(rpc.messages(withReactions).find(({ is_reaction }) => is_reaction)).toMatchObject({
    reaction_type: 'love',
    reaction_emoji: '❤️',
    is_reaction_add: true,
    reacted_to_guid: target.guid,
    sender: anna,
  })
  const cursors = rpc.messages(all).map(({ cursor }) => cursor)
  expect(cursors).toEqual(cursors.toSorted((a, b) => a - b))
  for (const each of [all, ofAnna, withReactions]) await unsubscribe(each)
})

test('the response to subscribe precedes its first message, and nothing follows the response to unsubscribe', async () => {
  const id = 'from-the-beginning'
  rpc.say(JSON.stringify({ jsonrpc: '2.0', id, method: 'watch.subscribe', params: { since_rowid: -1 } }))
  const { subscription } = (await rpc.answer(id)).result
  await heard(subscription, 'Before', 'Before, too')
  const answered = rpc.frames.findIndex((frame) => frame.id === id)
  const first = rpc.frames.findIndex(({ params }) => params?.subscription === subscription)
  expect(answered).toBeLessThan(first)
  await unsubscribe(subscription)
  const told = rpc.messages(subscription).length
  const other = await subscribe({})
  bridge.mac.messages.receive({ from: anna, text: 'After unsubscribe' })
  await heard(other, 'After unsubscribe')
  expect(rpc.messages(subscription)).toHaveLength(told)
  expect(await unsubscribe(subscription)).toEqual({ ok: true })
  await unsubscribe(other)
})

test('a subscription resumes from a cursor without a gap or a repeat, even across a restart of the service', async () => {
  const { messages } = bridge.mac
  const before = await subscribe({})
  messages.receive({ from: anna, text: 'Number 0' })
  await heard(before, 'Number 0')
  const { cursor } = rpc.messages(before).at(-1)
  await unsubscribe(before)
  const numbers = Array.from({ length: 30 }, (_, number) => `Number ${number + 1}`)
  for (const text of numbers.slice(0, 10)) messages.receive({ from: anna, text })
  const after = await subscribe({ since_rowid: cursor })
  for (const text of numbers.slice(10, 20)) messages.receive({ from: bob, text })
  await heard(after, ...numbers.slice(0, 20))
  await web[Symbol.asyncDispose]()
  for (const text of numbers.slice(20)) messages.receive({ from: anna, text })
  web = await startWeb()
  await heard(after, ...numbers)
  expect(texts(after)).toEqual(numbers)
  expect(rpc.messages(after).at(-1).cursor).toBe(messages.receive({ from: anna, text: 'Last' }).rowid - 1)
  await unsubscribe(after)
})

test('a link and its preview are one message, held until the preview is there', async () => {
  const { messages } = bridge.mac
  const watching = await subscribe({})
  const written = messages.receive({ from: anna, text: 'Look: https://example.org/boat' })
  const preview = messages.linkPreview({
    from: anna,
    chat: written.chatGuid,
    link: { url: 'https://example.org/boat', title: 'Boat' },
  })
  await heard(watching, 'Look: https://example.org/boat')
  const [message] = rpc.messages(watching)
  expect(message).toMatchObject({
    id: written.rowid,
    guid: written.guid,
    url_preview: { id: preview.rowid, guid: preview.guid, balloon_bundle_id: 'com.apple.messages.URLBalloonProvider' },
    cursor: preview.rowid,
  })
  const { chat_id } = message
  const { messages: history } = await rpc.ask('messages.history', { chat_id, limit: 1 })
  expect(history).toMatchObject([{ guid: written.guid, url_preview: { guid: preview.guid } }])
  const page = await rpc.ask('messages.after', { since_rowid: written.rowid - 1 })
  expect(page).toMatchObject({ messages: [{ guid: written.guid }], next_rowid: preview.rowid, has_more: false })
  await unsubscribe(watching)
})

test('a message with an attachment is reported together with its file, once that is there', async () => {
  const { messages } = bridge.mac
  const watching = await subscribe({ attachments: true })
  const bytes = Buffer.from('%PDF-1.4 plan')
  const file = { name: 'plan.pdf', mime: 'application/pdf', uti: 'com.adobe.pdf', bytes, state: 'waiting' as const }
  const { guid } = messages.receive({ from: anna, text: 'The plan', files: [file] })
  messages.receive({ from: bob, text: 'Not held up' })
  await heard(watching, 'Not held up')
  const row = bridge.mac.row(`SELECT guid FROM attachment ORDER BY ROWID DESC LIMIT 1`)
  messages.attachmentArrives({ attachmentGuid: String(row?.guid), bytes })
  await heard(watching, 'The plan')
  const [attachment] = rpc.messages(watching).find((message) => message.guid === guid).attachments
  expect(attachment).toMatchObject({ transfer_name: 'plan.pdf', mime_type: 'application/pdf', missing: false })
  expect(attachment.original_path).toContain(join(bridge.mac.home, 'Library', 'Messages', 'Attachments'))
  await unsubscribe(watching)
})

test('the command watch prints one object per line, and a signal ends it with 0', async () => {
  await using watching = new ImsgProcess(bridge.mac.home, {}, ['watch', '--json', '--since-rowid', '-1', '--reactions'])
  const heardTexts = () => watching.frames.map((frame) => (frame as unknown as { text: string }).text)
  await until(() => heardTexts().includes('Before, too'), { describe: () => watching.stderr })
  bridge.mac.messages.receive({ from: anna, text: 'To the terminal' })
  await until(() => heardTexts().includes('To the terminal'), { describe: () => watching.stderr })
  const exited = once(watching.child, 'exit')
  watching.child.kill('SIGTERM')
  expect(await exited).toEqual([0, null])
  expect(new Set(watching.frames.map((frame) => (frame as unknown as { guid: string }).guid)).size).toBe(
    watching.frames.length,
  )
})

test('a restart of the service does not end the watch, but a key that becomes necessary does', async () => {
  const watching = await subscribe({})
  await web[Symbol.asyncDispose]()
  web = await startWeb()
  bridge.mac.messages.receive({ from: anna, text: 'After the restart' })
  await heard(watching, 'After the restart')
  expect(rpc.told('error', watching)).toEqual([])
  await web.client.change_password({ password: 'a horse that is correct' })
  await web[Symbol.asyncDispose]()
  web = await startWeb()
  await until(() => rpc.told('error', watching).length === 1)
  expect(rpc.told('error', watching)[0].error.message).toMatch(/\w/)
  expect((await rpc.call('chats.list', {})).error?.code).toBe(-32_603)
})
