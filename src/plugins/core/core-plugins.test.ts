import { join } from 'node:path'
import { afterEach, expect, it, onTestFinished } from 'vitest'
import type { RelayMessage } from '../../domain/message.ts'
import { readJournal } from '../../store/journal/reader.ts'
import { type TestHost, type TestHostOptions, testHost, until } from '../test-host.ts'
import type { CorePlugin, CorePluginClass } from './core-plugin.ts'

let bench: TestHost
afterEach(() => bench.stop())

interface Core {
  name?: string
  start?: (settings: Readonly<Record<string, unknown>>) => Promise<void> | void
  transform?: CorePlugin['transform']
}

/** A core plugin for this test, with the setting `plugins` that all transforms have. */
function core({ name = 'seal', start = () => {}, transform }: Core): CorePluginClass {
  class Made implements CorePlugin {
    static readonly NAME = name
    static readonly TIER = 'core'
    static readonly SETTINGS_SCHEMA = {
      properties: { plugins: { type: 'array', items: { type: 'string' }, default: [] }, key: { type: 'string' } },
    }
    async start(ctx: Parameters<CorePlugin['start']>[0]) {
      await start(ctx.plugin_config)
    }
    async stop() {}
    async on_inbound() {}
  }
  if (transform !== undefined) Object.assign(Made.prototype, { transform })
  return Made
}

const sealing = (message: RelayMessage) => ({ ...message, text: `sealed ${message.text?.length}` })
const two = { one: { enabled: true }, two: { enabled: true } }
let sleptMs = 0
const clock = { nowMs: () => Date.now() + sleptMs, monotonicMs: () => performance.now() + sleptMs }
const hosting = async (classes: CorePluginClass[], settings: TestHostOptions['settings']) => {
  bench = await testHost({ plugins: { one: {}, two: {} }, core: classes, settings: { ...two, ...settings }, clock })
}
const textsOf = (plugin: string) => bench.calls(plugin).map(({ text }) => text)
const allSettled = () => until(() => bench.deliveries().every(({ state }) => state !== 'pending'))

it('is listed like any plugin, and is off until it is switched on', async () => {
  await hosting([core({})], {})
  expect(bench.host.records()[0]).toMatchObject({ name: 'seal', tier: 'core', enabled: false, status: 'off' })
  expect(bench.host.enabled().map(({ name }) => name)).toEqual(['one', 'two'])
  bench.reconcile({ seal: { enabled: true } })
  await until(() => bench.record('seal')?.status === 'running')
  bench.reconcile({})
  await until(() => bench.record('seal')?.status === 'off')
})

it('transforms for the plugins that it names, and for all when it names none', async () => {
  await hosting([core({ transform: sealing })], { seal: { enabled: true, plugins: ['one'] } })
  bench.receive({ text: 'hello' })
  await allSettled()
  expect([textsOf('one'), textsOf('two')]).toEqual([['sealed 5'], ['hello']])
  bench.reconcile({ ...two, seal: { enabled: true } })
  bench.receive({ text: 'again!' })
  await allSettled()
  expect([textsOf('one').at(-1), textsOf('two').at(-1)]).toEqual(['sealed 6', 'sealed 6'])
})

it('what a plugin was handed is kept where a transform changed it, for as long as the text itself', async () => {
  await hosting([core({ transform: sealing })], { seal: { enabled: true, plugins: ['one'] } })
  bench.receive({ text: 'hello' })
  await allSettled()
  const journal = readJournal(join(bench.serviceDir, 'state', 'journal.db'))
  onTestFinished(journal.close)
  const handed = () => bench.deliveries().map(({ id }) => journal.deliveryContent(id).handed)
  expect(handed()).toEqual([bench.calls('one')[0], null])
  bench.sql('UPDATE inbox SET payload = NULL')
  expect(handed()).toEqual([null, null])
})

it('a transform gets the result of the previous one', async () => {
  const adding = core({ name: 'adding', transform: (message) => ({ ...message, text: `${message.text}!!` }) })
  await hosting([adding, core({ transform: sealing })], { adding: { enabled: true }, seal: { enabled: true } })
  bench.receive({ text: 'hello' })
  await allSettled()
  expect(textsOf('one')).toEqual(['sealed 7'])
})

it('a message that it drops is not handed over, and the reason is recorded', async () => {
  const dropping = core({ transform: (message) => (message.text === 'bad' ? undefined : message) })
  await hosting([dropping], { seal: { enabled: true, plugins: ['one'] } })
  bench.receive({ text: 'bad' }, { text: 'good' })
  await allSettled()
  expect([textsOf('one'), textsOf('two')]).toEqual([['good'], ['bad', 'good']])
  expect(bench.deliveries().find(({ state }) => state === 'skipped')?.last_error).toBe('dropped by seal')
})

it('a message on which it fails waits, and is delivered transformed once it works', async () => {
  let works = false
  const transform = (message: RelayMessage) => {
    if (!works) throw new Error('no key')
    return sealing(message)
  }
  await hosting([core({ transform })], { seal: { enabled: true, plugins: ['one'] } })
  bench.receive({ text: 'hello' })
  await until(() => bench.deliveries().some(({ last_error }) => last_error === 'seal: no key'))
  await until(() => bench.record('one')?.last_error === 'seal: no key')
  await until(() => textsOf('two').join() === 'hello')
  works = true
  sleptMs += 60_000
  await allSettled()
  expect(textsOf('one')).toEqual(['sealed 5'])
})

it('waiting deliveries are tried at once when its settings change', async () => {
  const onInbound = `if (msg.attempt === 1) throw new DeliveryRefused('later', 3_000)`
  bench = await testHost({ plugins: { one: { onInbound } }, core: [core({})], settings: { one: { enabled: true } } })
  bench.receive({ text: 'hello' })
  await until(() => bench.deliveries()[0]?.attempts === 1)
  bench.reconcile({ one: { enabled: true }, seal: { enabled: true } })
  await allSettled()
})

it.each([
  ['settings that do not fit', { key: 7 }, () => {}],
  ['settings whose `plugins` is no list', { plugins: 'two' }, () => {}],
  ['a start that fails', {}, () => Promise.reject(new Error('no such key'))],
])('with %s no plugin gets a message untransformed', async (_what, settings, start) => {
  await hosting([core({ transform: sealing, start })], { seal: { enabled: true, ...settings } })
  await until(() => bench.record('seal')?.status === 'failed')
  expect(bench.record('seal')?.last_error).toMatch(/key|plugins/)
  bench.receive({ text: 'hello' })
  await until(() => bench.deliveries().every(({ attempts }) => attempts > 0))
  expect(textsOf('one').concat(textsOf('two'))).toEqual([])
  bench.reconcile({ ...two })
  await allSettled()
  expect(textsOf('one')).toEqual(['hello'])
})

it('a message that arrives while it starts waits for it', async () => {
  const started = Promise.withResolvers<void>()
  await hosting([core({ transform: sealing, start: () => started.promise })], { seal: { enabled: true } })
  bench.receive({ text: 'hello' })
  await until(() => bench.record('two')?.status === 'running')
  expect(bench.record('seal')?.status).toBe('starting')
  started.resolve()
  await allSettled()
  expect(textsOf('one')).toEqual(['sealed 5'])
})

it('a plugin that ends while its message is transformed gets it later without blame', async () => {
  const going = Promise.withResolvers<void>()
  const transform = async (message: RelayMessage) => {
    await going.promise
    return sealing(message)
  }
  await hosting([core({ transform })], { seal: { enabled: true, plugins: ['one'] } })
  await until(() => bench.record('one')?.status === 'running')
  bench.receive({ text: 'hello' })
  const before = bench.pids().find(({ name }) => name === 'one')?.pid ?? 0
  process.kill(before, 'SIGKILL')
  await until(() => bench.pids().some(({ name, pid }) => name === 'one' && pid !== before))
  going.resolve()
  await allSettled()
  expect(bench.calls('one')).toMatchObject([{ text: 'sealed 5', attempt: 1 }])
  expect(bench.deliveries()).toMatchObject([{ crashes: 0 }, { crashes: 0 }])
})

it('keeps its name: another plugin of that name is listed as invalid', async () => {
  bench = await testHost({ plugins: { seal: {} }, core: [core({})], settings: {} })
  expect(bench.host.records()).toMatchObject([
    { name: 'seal', tier: 'core' },
    { name: 'seal_2', status: 'invalid', last_error: 'the name seal is taken' },
  ])
})
