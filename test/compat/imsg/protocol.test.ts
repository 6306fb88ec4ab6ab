import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ImsgProcess } from '../../harness/imsg-process.ts'
import { type WebHere, webHere } from '../../harness/web-here.ts'

let web: WebHere
let rpc: ImsgProcess
let empty: string

beforeAll(async () => {
  empty = mkdtempSync(join(tmpdir(), 'imsg-'))
  web = await webHere()
  for (let number = 1; number <= 3; number++)
    web.mac.messages.receive({ from: '+12025550123', text: `Number ${number}` })
  rpc = new ImsgProcess(web.mac.home)
})
afterAll(async () => {
  await rpc?.[Symbol.asyncDispose]()
  await web?.[Symbol.asyncDispose]()
  rmSync(empty, { recursive: true, force: true })
})

test.each<[what: string, line: string, id: string | number | null, code: number]>([
  ['a line that is no JSON', '{"jsonrpc":', null, -32_700],
  ['a batch', '[{"jsonrpc":"2.0","id":1,"method":"status"}]', null, -32_600],
  ['another version', '{"jsonrpc":"1.0","id":"version","method":"status"}', 'version', -32_600],
  ['a method that is no text', '{"jsonrpc":"2.0","id":"text","method":5}', 'text', -32_600],
  ['an id that is an object', '{"jsonrpc":"2.0","id":{},"method":"status"}', null, -32_600],
  ['a method that there is not', '{"jsonrpc":"2.0","id":"none","method":"toString"}', 'none', -32_601],
  ['params that are null', '{"jsonrpc":"2.0","id":"null","method":"status","params":null}', 'null', -32_602],
  ['params that are a list', '{"jsonrpc":"2.0","id":"list","method":"status","params":[]}', 'list', -32_602],
  [
    'a method of the bridge',
    '{"jsonrpc":"2.0","id":"typing","method":"typing","params":{"to":"x"}}',
    'typing',
    -32_003,
  ],
])('%s is refused', async (_what, line, id, code) => {
  const before = rpc.frames.length
  rpc.say(line)
  await expect.poll(() => rpc.frames.slice(before)).toMatchObject([{ jsonrpc: '2.0', id, error: { code } }])
})

test.each<[method: string, params: object]>([
  ['chats.list', { limit: '5' }],
  ['chats.list', { limit: 0 }],
  ['chats.list', { limit: 1.5 }],
  ['chats.list', { chatId: 1 }],
  ['chats.list', { unread_only: true, unreadOnly: true }],
  ['chats.get', {}],
  ['chats.get', { chat_id: true }],
  ['chats.get', { chat_id: 424_242 }],
  ['messages.history', { chat_id: 1, participants: '+12025550123' }],
  ['messages.history', { chat_id: 1, start: 'yesterday' }],
  ['messages.after', { since_rowid: -1 }],
  ['messages.after', { since_rowid: 0, limit: 501 }],
  ['messages.search', { query: '' }],
  ['messages.stats', { time_zone: 'Nowhere/Else' }],
  ['watch.subscribe', { buffer_limit: 4_097 }],
  ['watch.unsubscribe', { subscription: 99 }],
  ['initialize', { protocol_version: 2 }],
  ['send', { text: 'To nobody' }],
  ['send', { to: '+12025550123', chat_id: 1, text: 'Two targets' }],
  ['send', { to: '+12025550123' }],
])('%s refuses %j', async (method, params) => {
  expect((await rpc.call(method, params)).error).toMatchObject({ code: -32_602, message: expect.any(String) })
})

test('a request of any kind is answered under its id, and a notification is never answered', async () => {
  rpc.say('{"jsonrpc":"2.0","method":"chats.list","params":{"limit":1}}')
  rpc.say('{"jsonrpc":"2.0","method":"nothing.like.it"}')
  rpc.say('{"jsonrpc":"2.0","id":0,"method":"chats.list","params":{"limit":1}}')
  expect((await rpc.answer(0)).result.chats).toHaveLength(1)
  rpc.say('{"jsonrpc":"2.0","id":null,"method":"chats.list","params":{"limit":1,"unreadOnly":false}}')
  await expect
    .poll(() => rpc.frames.at(-1))
    .toMatchObject({ id: null, result: { chats: [{ identifier: '+12025550123' }] } })
  expect(rpc.frames.filter((frame) => !('id' in frame) && !('method' in frame))).toEqual([])
})

test('status and initialize list what works, and nothing that needs the bridge is among it', async () => {
  const status = await rpc.ask('initialize', { protocol_version: 1 })
  expect(status).toEqual(await rpc.ask('status', {}))
  expect(status).toMatchObject({ protocol_version: 1, database: { ready: true }, bridge: { ready: false } })
  const served = ['chats.list', 'chats.get', 'messages.history', 'messages.after', 'messages.search', 'messages.stats']
  const further = ['messages.scheduled', 'message.send_status', 'watch.subscribe', 'watch.unsubscribe', 'send']
  expect(status.methods).toEqual(expect.arrayContaining(['initialize', 'status', ...served, ...further]))
  for (const name of ['typing', 'read', 'send.rich', 'poll.send', 'tapback']) expect(status.methods).not.toContain(name)
})

test('at most 128 requests and 64 subscriptions are admitted, and further ones are told that the server is busy', async () => {
  const before = rpc.frames.length
  const ids = Array.from({ length: 200 }, (_, number) => `many-${number}`)
  rpc.child.stdin.write(
    ids.map((id) => `${JSON.stringify({ jsonrpc: '2.0', id, method: 'chats.list', params: { limit: 1 } })}\n`).join(''),
  )
  await expect.poll(() => rpc.frames.length - before).toBe(200)
  const busy = rpc.frames.slice(before).filter(({ error }) => error?.code === -32_000)
  expect(busy).toHaveLength(72)

  const subscriptions = await Promise.all(Array.from({ length: 65 }, () => rpc.call('watch.subscribe', {})))
  const opened = subscriptions.flatMap(({ result }) => (result === undefined ? [] : [result.subscription]))
  expect(opened).toHaveLength(64)
  expect(subscriptions.find(({ error }) => error)?.error).toMatchObject({ code: -32_000 })
  for (const subscription of opened) expect(await rpc.ask('watch.unsubscribe', { subscription })).toEqual({ ok: true })
})

test('accepted requests are answered before the program exits with 0, and standard output contains only the protocol', async () => {
  await using last = new ImsgProcess(web.mac.home)
  await last.ask('watch.subscribe', {})
  last.say('{"jsonrpc":"2.0","id":"last","method":"messages.history","params":{"chat_id":1}}')
  last.child.stdin.write('{"jsonrpc":"2.0","id":"whole","method":"status"}')
  expect(await last.end()).toBe(0)
  expect((await last.answer('last')).result.messages).toHaveLength(3)
  expect((await last.answer('whole')).result.database.ready).toBe(true)
  expect(last.stderr).toBe('')
})

test('without a service the program starts, says so, and answers every read with an error that can be retried', async () => {
  await using lonely = new ImsgProcess(empty)
  expect(await lonely.ask('status')).toMatchObject({
    database: { ready: false, error: expect.stringContaining('Start') },
  })
  expect((await lonely.call('chats.list', {})).error).toMatchObject({ code: -32_002 })
  expect((await lonely.call('watch.subscribe', {})).error).toMatchObject({ code: -32_002 })
  const refused = await lonely.call('send', { to: '+12025550123', text: 'Hello' })
  expect(refused.error).toMatchObject({ code: -32_002, data: { disposition: 'not_started', retry_safe: true } })
  const exited = once(lonely.child, 'exit')
  lonely.child.kill('SIGTERM')
  expect(await exited).toEqual([0, null])
})

test('a message with Unicode line separators stays on one line, even for clients that split at them', async () => {
  const text = 'one\u2028two\u2029three'
  web.mac.messages.receive({ from: '+12025550123', text })
  const lines: string[] = []
  rpc.child.stdout.on('data', (piece: string) => lines.push(piece))
  const { messages } = await rpc.ask('messages.after', { since_rowid: 0, limit: 500 })
  expect(messages.map((message: { text: string }) => message.text)).toContain(text)
  expect(lines.join('')).not.toMatch(/[\u2028\u2029]/)
})
