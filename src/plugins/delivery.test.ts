import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, expect, it } from 'vitest'
import type { ConversationKey } from '../contract/ids.ts'
import { journalDeadLetters } from '../store/journal/dead-letters.ts'
import { type PluginCode, type TestHost, testHost, until } from './test-host.ts'

let bench: TestHost
afterEach(() => bench.stop())

const probing = async (probe: PluginCode): Promise<void> => {
  bench = await testHost({ plugins: { probe } })
}
const states = () => bench.deliveries().map(({ state }) => state)
const in_ = (name: string) => ({ conversation: `dm:${name}` as ConversationKey })
const textsOf = (prefix: string) =>
  bench
    .calls()
    .map(({ text }) => text)
    .filter((text) => text.startsWith(prefix))

it('keeps the order within each conversation while others go beside it', async () => {
  await probing({ onInbound: 'await new Promise((resolve) => setTimeout(resolve, Math.random() * 5))' })
  const rounds = Array.from({ length: 30 }, (_, n) => n)
  bench.receive(...rounds.flatMap((n) => ['a', 'b', 'c'].map((name) => ({ ...in_(name), text: `${name}${n}` }))))
  await until(() => states().every((state) => state === 'acked'))
  for (const name of ['a', 'b', 'c']) expect(textsOf(name)).toEqual(rounds.map((n) => `${name}${n}`))
})

it('lets a conversation that hangs hold up itself alone', async () => {
  const onInbound = `if (msg.text === 'a0') await until(() => existsSync(this.ctx.data_dir + '/release'))`
  await probing({ onInbound })
  bench.receive({ ...in_('a'), text: 'a0' }, { ...in_('a'), text: 'a1' })
  bench.receive(...Array.from({ length: 100 }, (_, n) => ({ ...in_(`b${n % 5}`), text: `b${n}` })))
  await until(() => textsOf('b').length === 100)
  expect(textsOf('a')).toEqual(['a0'])
  writeFileSync(join(bench.dataDir, 'release'), '')
  await until(() => states().every((state) => state === 'acked'))
  expect(textsOf('a')).toEqual(['a0', 'a1'])
})

it('tries again what failed, under the same id and before what follows', async () => {
  await probing({
    onInbound: `if (msg.text === 'first' && msg.attempt < 3) throw new DeliveryRefused('not yet', 0.02)`,
  })
  bench.receive({ text: 'first' }, { text: 'second' })
  await until(() => states().every((state) => state === 'acked'))
  const calls = bench.calls()
  expect(calls.map(({ text, attempt }) => [text, attempt])).toEqual([
    ['first', 1],
    ['first', 2],
    ['first', 3],
    ['second', 1],
  ])
  expect(new Set(calls.map(({ delivery_id }) => delivery_id)).size).toBe(2)
})

it('puts aside what the plugin will never take, and goes on behind it', async () => {
  await probing({ onInbound: `if (msg.text === 'bad') throw new DeliveryRefused('never', null)` })
  bench.receive({ text: 'bad' }, { text: 'good' })
  await until(() => states().join() === 'dead,acked')
  expect(bench.deliveries()[0]).toMatchObject({ attempts: 1, last_error: 'never' })
  expect(bench.record()).toMatchObject({ dead: 1, pending: 0 })
})

it('delivers a dead letter after all when another process asks for it', async () => {
  await probing({ onInbound: `if (msg.attempt === 1) throw new DeliveryRefused('never', null)` })
  bench.receive({})
  await until(() => states()[0] === 'dead')
  const other = new DatabaseSync(join(bench.serviceDir, 'state', 'journal.db'))
  const letters = journalDeadLetters(other)
  expect(letters.retry(letters.list('probe', 10)[0]?.id as never)).toBe(true)
  other.close()
  await until(() => states()[0] === 'acked')
  expect(bench.calls().map(({ attempt }) => attempt)).toEqual([1, 2])
})

it('waits with everything while everything fails, and catches up at once when it succeeds', async () => {
  const onInbound = `if (!existsSync(this.ctx.data_dir + '/up')) throw new DeliveryRefused('down', msg.attempt > 1 ? 1 : 0.5)`
  await probing({ onInbound })
  bench.receive(...Array.from({ length: 40 }, (_, n) => in_(`b${n}`)))
  await until(() => bench.record()?.status === 'waiting')
  expect(bench.record()?.last_error).toBe('down')
  expect(bench.calls().length).toBeLessThan(40)
  writeFileSync(join(bench.dataDir, 'up'), '')
  await until(() => states().every((state) => state === 'acked'))
  await until(() => bench.record()?.status === 'running')
})

it('cuts a very long text, so that it fits into a frame, and delivers it', async () => {
  await probing({})
  bench.receive({ text: '\u0001'.repeat(100_000) })
  await until(() => states()[0] === 'acked')
  expect(bench.calls()[0]?.text).toHaveLength(32_768)
})

it('skips a delivery whose message is no longer kept', async () => {
  await probing({ start: `await until(() => existsSync(ctx.data_dir + '/go'))` })
  bench.receive({})
  bench.sql('UPDATE inbox SET payload = NULL')
  writeFileSync(join(bench.dataDir, 'go'), '')
  await until(() => states()[0] === 'skipped')
})

it('queues nothing for a plugin that is switched off', async () => {
  await probing({})
  bench.reconcile({ probe: { enabled: false } })
  bench.receive({})
  expect(states()).toEqual([])
})
