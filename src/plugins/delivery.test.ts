import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, expect, it } from 'vitest'
import type { ConversationKey } from '../contract/ids.ts'
import { journalDeadLetters } from '../store/journal/dead-letters.ts'
import { deliveryChanges } from '../store/journal/delivery-changes.ts'
import { readJournal } from '../store/journal/reader.ts'
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

it('keeps the order within each conversation while conversations are delivered in parallel', async () => {
  await probing({ onInbound: 'await new Promise((resolve) => setTimeout(resolve, Math.random() * 5))' })
  const rounds = Array.from({ length: 30 }, (_, n) => n)
  bench.receive(...rounds.flatMap((n) => ['a', 'b', 'c'].map((name) => ({ ...in_(name), text: `${name}${n}` }))))
  await until(() => states().every((state) => state === 'acked'))
  for (const name of ['a', 'b', 'c']) expect(textsOf(name)).toEqual(rounds.map((n) => `${name}${n}`))
})

it('hands a plugin at most eight messages at a time, and all of them', async () => {
  const top = 'let [running, most] = [0, 0]'
  const onInbound = `most = Math.max(most, ++running)
    await new Promise((resolve) => setTimeout(resolve, 2))
    running--
    writeFileSync(this.ctx.data_dir + '/most', String(most))`
  await probing({ top, onInbound })
  bench.receive(...Array.from({ length: 120 }, (_, n) => ({ ...in_(`a${n % 40}`), text: `a${n}` })))
  await until(() => states().every((state) => state === 'acked'))
  expect(readFileSync(join(bench.dataDir, 'most'), 'utf8')).toBe('8')
  expect(textsOf('a').toSorted()).toEqual(Array.from({ length: 120 }, (_, n) => `a${n}`).toSorted())
})

it('lets a conversation that hangs block only itself', async () => {
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

it('retries a failed delivery under the same id and before what follows it', async () => {
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

it('puts aside a message that the plugin refuses for good, and delivers what follows', async () => {
  await probing({ onInbound: `if (msg.text === 'bad') throw new DeliveryRefused('never', null)` })
  bench.receive({ text: 'bad' }, { text: 'good' })
  await until(() => states().join() === 'dead,acked')
  expect(bench.deliveries()[0]).toMatchObject({ attempts: 1, last_error: 'never' })
  expect(bench.record()).toMatchObject({ dead: 1, pending: 0 })
})

it('delivers a dead letter again when another process asks for it', async () => {
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

it('tries at once what waits for an hour when somebody asks for it, and remembers every attempt', async () => {
  const onInbound = `if (!existsSync(this.ctx.data_dir + '/up')) throw new DeliveryRefused('down', 3600)`
  await probing({ onInbound })
  bench.receive(...Array.from({ length: 6 }, (_, n) => in_(`b${n}`)))
  await until(() => bench.deliveries().filter(({ attempts }) => attempts > 0).length >= 5)
  writeFileSync(join(bench.dataDir, 'up'), '')
  const file = join(bench.serviceDir, 'state', 'journal.db')
  expect(deliveryChanges(file).retryAll('probe')).toBe(6)
  await until(() => states().every((state) => state === 'acked'))
  const journal = readJournal(file)
  const [oldest] = journal.deliveries({ limit: 10 }).toReversed()
  expect(journal.delivery(String(oldest?.id))).toMatchObject({
    delivery: { state: 'delivered', attempts: 2, durationMs: expect.any(Number) },
    failed: [{ attempt: 1, error: 'down', durationMs: expect.any(Number) }],
  })
  journal.close()
})

it('holds everything back while everything fails, and catches up at once after a success', async () => {
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

it('retries waiting deliveries at once when the settings of the plugin change', async () => {
  const onInbound = `if (this.ctx.plugin_config.url === 'wrong') throw new DeliveryRefused('nobody there', 3_000)`
  const schema = `{ type: 'object', properties: { url: { type: 'string' } } }`
  bench = await testHost({
    plugins: { probe: { onInbound, schema } },
    settings: { probe: { enabled: true, url: 'wrong' } },
  })
  bench.receive({ text: 'first' }, { text: 'second' }, in_('a'), in_('b'))
  await until(() => bench.deliveries().filter(({ attempts }) => attempts === 1).length === 3)
  bench.reconcile({ probe: { enabled: true, url: 'right' } })
  await until(() => states().every((state) => state === 'acked'))
})

it('retries waiting deliveries at once when the plugin reports that its receiver is back', async () => {
  const start = `const look = setInterval(() => {
      if (!existsSync(ctx.data_dir + '/up')) return
      clearInterval(look)
      ctx.retry_now()
    }, 5)`
  const onInbound = `if (!existsSync(this.ctx.data_dir + '/up')) throw new DeliveryRefused('away', 3_000)`
  await probing({ start, onInbound })
  bench.receive({}, in_('a'))
  await until(() => bench.deliveries().every(({ attempts }) => attempts === 1))
  writeFileSync(join(bench.dataDir, 'up'), '')
  await until(() => states().every((state) => state === 'acked'))
})

it('reports a failure in the record and in the log under the name of the plugin, and clears it after success', async () => {
  await probing({ onInbound: `if (!existsSync(this.ctx.data_dir + '/up')) throw new Error('no room')` })
  bench.receive({})
  await until(() => bench.deliveries()[0]?.attempts === 1)
  expect(bench.record()).toMatchObject({
    status: 'waiting',
    waiting_for: 'receiver',
    last_error: 'no room',
    pending: 1,
    next_attempt_at: expect.stringMatching(/^\d{4}-/),
  })
  const id = bench.deliveries()[0]?.id
  const warned = { source: 'probe', level: 'warn' }
  expect(bench.logged).toContainEqual({
    ...warned,
    msg: `Delivery ${id} failed (attempt 1): no room. Next attempt in 1 s.`,
  })
  writeFileSync(join(bench.dataDir, 'up'), '')
  await until(() => states()[0] === 'acked')
  expect(bench.record()).toMatchObject({
    status: 'running',
    waiting_for: null,
    next_attempt_at: null,
    last_error: null,
  })
})

it('logs a delivery that failed for good as an error with the remedy', async () => {
  await probing({ onInbound: `throw new DeliveryRefused('not this one', null)` })
  bench.receive({})
  await until(() => states()[0] === 'dead')
  const id = bench.deliveries()[0]?.id
  expect(bench.logged).toContainEqual({
    source: 'probe',
    level: 'error',
    msg: `Delivery ${id} failed for good after 1 attempt: not this one. Deliver it again: service plugins dead probe --retry`,
  })
  expect(bench.record()).toMatchObject({ status: 'running', last_error: 'not this one', dead: 1 })
})

it('puts aside a message on which the plugin always throws, and delivers what is behind it and in other conversations', async () => {
  await probing({ onInbound: `if (msg.text === 'poison') throw new Error('not like this')` })
  bench.host.reconcile({ integrations: { probe: { enabled: true } }, relay: { attempts_per_message: 2 } as never })
  bench.receive({ text: 'poison' }, { text: 'behind' }, { ...in_('b'), text: 'beside' })
  await until(() => states().join() === 'dead,acked,acked')
  expect(bench.record()).toMatchObject({ dead: 1, pending: 0 })
})

const secret = 'The safe opens with 47-11, says Zoë'
it.each([
  ['an error', 'throw new Error("cannot read: " + msg.text)'],
  ['a part of it', 'throw new Error("unexpected " + msg.text.split(" ")[1])'],
  ['in capitals', 'throw new TypeError(msg.text.toUpperCase())'],
  ['a refusal', 'throw new DeliveryRefused(msg.text.slice(4, 19), null)'],
  ['a name', 'throw new Error("nobody is called " + msg.sender)'],
  ['a file', 'throw new Error("cannot open " + msg.attachments[0].name)'],
  ['a crash', 'setTimeout(() => { throw new Error(msg.text) }); await new Promise(() => {})'],
  ['a secret', 'throw new Error("401 with " + this.ctx.plugin_config.token)'],
  ['an address', 'throw new Error("cannot post to https://me:pw@example.com/hooks/T0K3N?key=T0K3N")'],
])('keeps text, names and secrets out of log and status when quoted in %s', async (_, onInbound) => {
  const schema = `{ type: 'object', properties: { token: { type: 'string', format: 'password' } } }`
  bench = await testHost({
    plugins: { probe: { onInbound, schema } },
    settings: { probe: { enabled: true, token: 'tk_T0K3N' } },
  })
  const attachments = [{ guid: 'a', name: 'Zeugnis.pdf', mime: null, size: 1 }]
  bench.receive({ text: secret, sender: 'Zoë Ünal', attachments })
  await until(() => /Delivery|is started again/.test(bench.logged.map(({ msg }) => msg).join()))
  await until(() => bench.deliveries()[0]?.last_error)
  const told = JSON.stringify([bench.logged, bench.record(), bench.deliveries()])
  for (const hidden of ['safe', 'SAFE', '47-11', 'Zoë', 'ZOË', 'Ünal', 'Zeugnis', 'T0K3N', 'pw@'])
    expect(told).not.toContain(hidden)
})

it('cuts a very long text so that it fits into a frame, and delivers it', async () => {
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
