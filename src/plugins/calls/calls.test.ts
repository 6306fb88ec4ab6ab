import { createHash, randomBytes } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { type Clock, systemClock } from '../../base/clock.ts'
import type { ConversationKey } from '../../contract/ids.ts'
import type { Send, SendState } from '../../contract/send.ts'
import { ServiceError } from '../../domain/service-error.ts'
import { type PluginCode, type TestHost, testHost, until } from '../test-host.ts'
import type { CallServices, PluginOrder } from './services.ts'

let bench: TestHost
afterEach(() => bench.stop())

const sendOf = (id: string, state: SendState = 'sent'): Send => ({
  id,
  state,
  kind: 'text',
  handle: '+15550001111',
  chat_guid: 'any;-;+15550001111',
  service: 'iMessage',
  sms_fallback: false,
  rowid: 7,
  guid: 'GUID-OF-THE-ROW',
  error: null,
  send_at: null,
  created_at: new Date().toISOString(),
  updated_at: new Date().toISOString(),
})

/** Sends by recording the order; the same key sends once. */
function outbox(refuse?: (order: PluginOrder) => Error | undefined) {
  const orders: PluginOrder[] = []
  const files: Buffer[] = []
  const byKey = new Map<string, Send>()
  const send: CallServices['send'] = async (order) => {
    const before = byKey.get(order.idempotencyKey ?? '')
    if (before !== undefined) return before
    const error = refuse?.(order)
    if (error !== undefined) throw error
    orders.push(order)
    if (order.file) files.push(readFileSync(order.file.path))
    const sent = sendOf(`send-${orders.length}`)
    if (order.idempotencyKey !== undefined) byKey.set(order.idempotencyKey, sent)
    return sent
  }
  return { orders, files, send }
}

const probing = async (probe: PluginCode, calls: Partial<CallServices>, clock?: Clock): Promise<void> => {
  bench = await testHost({ plugins: { probe }, calls, ...(clock && { clock }) })
}
const result = `const done = (value) => writeFileSync(this.ctx.data_dir + '/result', JSON.stringify(value))
const tell = (error) => done({ code: error.code, after: error.retryAfterS, is: error.constructor.name, says: error.message })`
const told = async (): Promise<Record<string, unknown>> => {
  const read = (): string => {
    try {
      return readFileSync(join(bench.dataDir, 'result'), 'utf8')
    } catch {
      return ''
    }
  }
  await until(() => read() !== '', 'a result of the plugin')
  return JSON.parse(read())
}
/** Answers the message and stores the outcome. */
const answering = (call: string): PluginCode => ({ onInbound: `${result}\nawait (${call}).then(done, tell)` })

it('an answer goes into the conversation of the message, under the name of the plugin', async () => {
  const { orders, send } = outbox()
  await probing(answering(`this.ctx.send_text(msg.conversation_id, 'hello back')`), { send })
  bench.receive({ conversation: 'group:chat123' as ConversationKey })
  expect(await told()).toEqual({ send_id: 'send-1', state: 'sent', error_code: null })
  expect(orders).toEqual([
    {
      conversation: 'group:chat123',
      text: 'hello back',
      by: 'plugin:probe',
      idempotencyKey: expect.stringMatching(/^plugin:probe:delivery:[0-9a-f-]{36}:1$/),
    },
  ])
  await until(() => bench.audited.length > 0)
  expect(bench.audited).toEqual([
    { action: 'sent', principal: 'plugin:probe', target: 'send-1 text, 10 characters', result: 'ok' },
  ])
})

it("a delivery's sends happen once, even when the delivery comes again after a crash", async () => {
  const { orders, send } = outbox()
  const onInbound = `await this.ctx.send_text(msg.conversation_id, 'one')
    await this.ctx.send_text(msg.conversation_id, 'two')
    if (msg.attempt === 1) process.abort()
    await this.ctx.send_text(msg.conversation_id, 'three')`
  await probing({ onInbound }, { send })
  bench.receive({})
  await until(() => bench.deliveries().some(({ attempts, state }) => attempts === 2 && state === 'acked'))
  expect(orders.map(({ text }) => text)).toEqual(['one', 'two', 'three'])
})

it('an answer that differs on the second attempt is not sent in addition to the first', async () => {
  const first = sendOf('the-first')
  const send = () => Promise.reject(new ServiceError('idempotency_mismatch', 'Other words.', { send: first }))
  await probing(answering(`this.ctx.send_text(msg.conversation_id, String(Math.random()))`), { send })
  bench.receive({})
  expect(await told()).toMatchObject({ send_id: 'the-first' })
})

it('a send with a key of its own is sent once', async () => {
  const { orders, send } = outbox()
  const onInbound = `for (const key of ['update-1', 'update-1', 'update-2'])
    await this.ctx.send_text(msg.conversation_id, 'hi', { key })`
  await probing({ onInbound }, { send })
  bench.receive({})
  await until(() => bench.record()?.pending === 0)
  expect(orders.map(({ idempotencyKey }) => idempotencyKey)).toEqual([
    'plugin:probe:own:update-1',
    'plugin:probe:own:update-2',
  ])
})

it('a plugin cannot use the conversation id of another plugin', async () => {
  const { orders, send } = outbox()
  const onInbound = `${result}
    await until(() => existsSync(this.ctx.data_dir + '/foreign'))
    const { readFileSync } = await import('node:fs')
    await this.ctx.send_text(readFileSync(this.ctx.data_dir + '/foreign', 'utf8'), 'hi').catch(tell)`
  bench = await testHost({ plugins: { probe: { onInbound }, other: {} }, calls: { send } })
  bench.receive({})
  await until(() => bench.calls('other').length === 1)
  writeFileSync(join(bench.dataDir, 'foreign'), String(bench.calls('other')[0]?.conversation_id))
  expect(await told()).toMatchObject({ code: 'conversation_not_found', is: 'CallRefused', after: null })
  expect(orders).toEqual([])
})

it('an id lasts: a plugin can write to a conversation after a restart, without a new message', async () => {
  const { orders, send } = outbox()
  const source: PluginCode = {
    start: `${result}
      if (existsSync(ctx.data_dir + '/known')) {
        const { readFileSync } = await import('node:fs')
        ctx.send_text(readFileSync(ctx.data_dir + '/known', 'utf8'), 'good morning').then(done, tell)
      }`,
    onInbound: `writeFileSync(this.ctx.data_dir + '/known', msg.conversation_id)`,
  }
  await probing(source, { send })
  bench.receive({})
  await until(() => bench.record()?.pending === 0)
  bench.reconcile({ probe: { enabled: false } })
  await until(() => bench.record()?.status === 'off')
  bench.reconcile({ probe: { enabled: true } })
  expect(await told()).toMatchObject({ send_id: 'send-1' })
  expect(orders[0]).toMatchObject({ conversation: 'dm:+15550001111', text: 'good morning' })
})

it('a plugin may send at most twenty messages in a minute', async () => {
  const { orders, send } = outbox()
  const onInbound = `${result}
    for (let n = 0; n < 20; n++) await this.ctx.send_text(msg.conversation_id, 'n' + n)
    await this.ctx.send_text(msg.conversation_id, 'one more').catch(tell)`
  // All within one moment, however long they take. It lies ahead, so that the delivery is due.
  const momentMs = Date.now() + 3_600_000
  await probing({ onInbound }, { send }, { ...systemClock, nowMs: () => momentMs })
  bench.receive({})
  expect(await told()).toMatchObject({ code: 'rate_limited', after: 3 })
  expect(orders).toHaveLength(20)
})

it('a refusal does not reveal the internal error message', async () => {
  const send = () => Promise.reject(new ServiceError('chat_not_loaded', 'No chat any;-;+15550001111.'))
  await probing(answering(`this.ctx.send_text(msg.conversation_id, 'hi')`), { send })
  bench.receive({})
  const refusal = await told()
  expect(refusal.code).toBe('chat_not_loaded')
  expect(JSON.stringify(refusal)).not.toContain('555')
})

it.each([
  ['without text', `this.ctx.send_text(msg.conversation_id)`, 'invalid_request'],
  ['with a text that fits no frame', `this.ctx.send_text(msg.conversation_id, 'x'.repeat(300_000))`, 'too_large'],
  ['with a file that is none', `this.ctx.send_file(msg.conversation_id, 'x', 'a/b')`, 'invalid_request'],
  [
    'with a file of more than 20 MB',
    `this.ctx.send_file(msg.conversation_id, Buffer.alloc(20 * 1024 * 1024 + 1), 'a/b')`,
    'too_large',
  ],
])('a call %s is refused', async (_what, call, code) => {
  const { orders, send } = outbox()
  await probing(answering(call), { send })
  bench.receive({})
  expect(await told()).toMatchObject({ code })
  expect(orders).toEqual([])
})

it('a file is sent unchanged, and nothing of it stays behind', async () => {
  const { orders, files, send } = outbox()
  const bytes = randomBytes(5 * 1024 * 1024 + 17)
  await probing(
    answering(`this.ctx.send_file(msg.conversation_id, await import('node:fs').then((fs) =>
      fs.readFileSync(this.ctx.data_dir + '/picture')), 'image/png', 'Graph.png')`),
    { send },
  )
  writeFileSync(join(bench.dataDir, 'picture'), bytes)
  bench.receive({})
  expect(await told()).toMatchObject({ send_id: 'send-1' })
  expect(files[0]?.equals(bytes)).toBe(true)
  expect(orders[0]?.file).toMatchObject({
    name: 'Graph.png',
    sha256: createHash('sha256').update(bytes).digest('hex'),
  })
  expect(readdirSync(join(bench.serviceDir, 'uploads'))).toEqual([])
})

it('a file without a name gets one by its media type', async () => {
  const { orders, send } = outbox()
  await probing(answering(`this.ctx.send_file(msg.conversation_id, Buffer.from('x'), 'image/jpeg')`), { send })
  bench.receive({})
  await told()
  expect(orders[0]?.file?.name).toBe('file.jpg')
})

it('an incomplete file is removed when its plugin dies', async () => {
  const onInbound = `this.ctx.send_file(msg.conversation_id, Buffer.alloc(19 * 1024 * 1024), 'a/b').catch(() => {})
    await until(() => existsSync(this.ctx.data_dir + '/die'))
    process.abort()`
  await probing({ onInbound: `if (msg.attempt > 1) return\n${onInbound}` }, outbox())
  bench.receive({})
  const uploads = () => readdirSync(join(bench.serviceDir, 'uploads'))
  await until(() => uploads().length > 0)
  writeFileSync(join(bench.dataDir, 'die'), '')
  await until(() => uploads().length === 0)
})
