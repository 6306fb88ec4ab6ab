import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { CallRefused, type SendOptions, type Sent } from '../../plugin-api/index.ts'
import { until } from '../../plugins/test-host.ts'
import { OrderSender } from './order-sender.ts'
import { OrderStore } from './order-store.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'orders-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

interface Call {
  to: string
  body: string
  key: string | undefined
}
type Answer = (call: Call) => Promise<Sent> | Sent

const sent: Answer = () => ({ send_id: 'send-1', state: 'sent', error_code: null })

/** One run of the plugin; the folder stays for the next. */
function run({ answer = sent, isConnected = () => true }: { answer?: Answer; isConnected?: () => boolean } = {}) {
  const calls: Call[] = []
  const told: Record<string, unknown>[] = []
  const stopping = new AbortController()
  const sender = new OrderSender({
    ctx: {
      signal: stopping.signal,
      log_warn: () => undefined,
      async send_text(to: string, body: string, { key }: SendOptions = {}) {
        calls.push({ to, body, key })
        return answer({ to, body, key })
      },
    },
    store: new OrderStore(join(folder, 'orders.json')),
    async publish(conversationId, outcome) {
      if (!isConnected()) throw new Error('no connection')
      told.push({ conversationId, ...outcome })
    },
  })
  const take = (text: string, { isRepeat = false, packetId = 1, conversationId = 'c1' } = {}) =>
    sender.take({ conversationId, payload: Buffer.from(text), isRepeat, packetId })
  return { calls, told, stopping, sender, take }
}

test('does not send an order again that the broker repeats, in this run or the next', async () => {
  const first = run()
  first.take('hello')
  first.take('hello', { isRepeat: true })
  await until(() => first.told.length === 1)
  const second = run()
  second.take('hello', { isRepeat: true })
  second.sender.resume()
  second.take('hello', { isRepeat: false })
  second.take('hello', { isRepeat: true, packetId: 2 })
  await until(() => second.told.length === 2)
  expect([...first.calls, ...second.calls]).toHaveLength(3)
})

test('retries an order with an unknown end under the same key', async () => {
  const first = run({ answer: () => new Promise(() => undefined) })
  first.take('without a key')
  first.take('{"text":"with one","key":"k"}', { conversationId: 'c2' })
  await until(() => first.calls.length === 2)
  const second = run()
  second.sender.resume()
  await until(() => second.told.length === 2)
  const keys = (calls: Call[]) => calls.map(({ key }) => key).toSorted()
  expect(keys(second.calls)).toEqual(keys(first.calls))
  expect(keys(first.calls)).toContain('c2:k')
  second.sender.resume()
  expect(run().calls).toEqual([])
})

test('publishes a result later when it could not be published, without sending again', async () => {
  let connected = false
  const { calls, told, take, sender } = run({ isConnected: () => connected })
  take('hello')
  await until(() => new OrderStore(join(folder, 'orders.json')).orders[0]?.outcome)
  connected = true
  await until(() => {
    sender.resume()
    return told.length === 1
  })
  expect(calls).toHaveLength(1)
  expect(new OrderStore(join(folder, 'orders.json')).orders).toEqual([])
})

test('keeps the order within a conversation, and one that waits blocks no other', async () => {
  let release = () => {}
  const first = new Promise<void>((resolve) => {
    release = resolve
  })
  const answer: Answer = async (call) => {
    if (call.body === 'one') await first
    return sent(call)
  }
  const { calls, told, take } = run({ answer })
  take('one', { packetId: 1 })
  take('two', { packetId: 2 })
  take('other', { packetId: 3, conversationId: 'c2' })
  await until(() => told.length === 1)
  expect(calls.map(({ body }) => body)).toEqual(['one', 'other'])
  release()
  await until(() => told.length === 3)
  expect(calls.map(({ body }) => body)).toEqual(['one', 'other', 'two'])
})

test('publishes the reason of a refusal, and reports an unknown end as uncertain', async () => {
  const refusals = [
    new CallRefused('rate_limited', 'too much', 12),
    new CallRefused('call_timeout', 'too long'),
    new Error('a broken promise'),
  ]
  const { told, take } = run({ answer: () => Promise.reject(refusals.shift()) })
  for (let packetId = 1; packetId <= 3; packetId++) take(`order ${packetId}`, { packetId })
  await until(() => told.length === 3)
  expect(told).toEqual([
    { conversationId: 'c1', key: null, send_id: null, state: 'failed', error_code: 'rate_limited', retry_after_s: 12 },
    {
      conversationId: 'c1',
      key: null,
      send_id: null,
      state: 'uncertain',
      error_code: 'call_timeout',
      retry_after_s: null,
    },
    { conversationId: 'c1', key: null, send_id: null, state: 'failed', error_code: 'internal', retry_after_s: null },
  ])
})

test('keeps an order that stopping interrupts for the next start', async () => {
  const first = run({ answer: () => Promise.reject(first.stopping.signal.reason) })
  first.stopping.abort(new Error('The plugin has to stop.'))
  first.take('hello')
  await until(() => first.calls.length === 1)
  const second = run()
  second.sender.resume()
  await until(() => second.told.length === 1)
  expect(first.told).toEqual([])
})

test('refuses orders beyond the limit instead of keeping them', async () => {
  const { told, take } = run({ answer: () => new Promise(() => undefined) })
  for (let packetId = 1; packetId <= 101; packetId++) take('hello', { packetId })
  await until(() => told.length === 1)
  expect(told[0]).toMatchObject({ state: 'failed', error_code: 'rate_limited' })
})
