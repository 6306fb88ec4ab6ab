import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { openJournal } from '../store/journal/open.ts'
import {
  pluginSource,
  type TestHost,
  type TestHostOptions,
  testFolder,
  testHost,
  until,
  writePlugin,
} from './test-host.ts'

let bench: TestHost
afterEach(() => bench.stop())

const hosting = async (options: TestHostOptions): Promise<TestHost> => {
  bench = await testHost(options)
  return bench
}
const statusIs = (status: string, name = 'probe') =>
  until(() => bench.record(name)?.status === status, `${name} ${status}`)

it('hands a message to an enabled plugin without its handle and chat GUID', async () => {
  await hosting({ plugins: { probe: {} } })
  bench.receive({ text: 'hello' })
  await until(() => bench.deliveries()[0]?.state === 'acked')
  expect(bench.calls()).toHaveLength(1)
  expect(bench.calls()[0]).toMatchObject({ attempt: 1, sender: 'Anna', text: 'hello', ts: '2026-01-02T03:04:05.000Z' })
  expect(JSON.stringify(bench.calls())).not.toMatch(/5550001111|any;-;/)
})

it('hands a plugin of the notify tier no text', async () => {
  await hosting({ plugins: { probe: { tier: 'notify' } } })
  bench.receive({ text: 'SECRET', attachments: [{ guid: 'a', name: 'SECRET.jpg', mime: null, size: 1 }] })
  await until(() => bench.deliveries()[0]?.state === 'acked')
  expect(bench.calls()[0]).toMatchObject({ has_attachments: true })
  expect(JSON.stringify(bench.calls())).not.toContain('SECRET')
})

it('gives a plugin its settings with defaults, its folder, the log and the mirror', async () => {
  const schema = `{ type: 'object', properties: { a: { type: 'string' }, b: { type: 'number', default: 5 } } }`
  const start = `ctx.log_warn(JSON.stringify(ctx.plugin_config) + ctx.data_dir); ctx.mirror('seen', { x: 1 })`
  await hosting({ plugins: { probe: { schema, start } }, settings: { probe: { enabled: true, a: 'one' } } })
  await statusIs('running')
  expect(bench.logged).toContainEqual({ source: 'probe', level: 'warn', msg: `{"a":"one","b":5}${bench.dataDir}` })
  expect(bench.mirrored).toEqual([{ plugin: 'probe', event: 'seen', fields: { x: 1 } }])
})

it('leaves a disabled plugin off, and starts it once it is enabled', async () => {
  await hosting({ plugins: { probe: {} }, settings: {} })
  expect(bench.record()).toMatchObject({ enabled: false, status: 'off' })
  expect(bench.host.enabled()).toEqual([])
  bench.reconcile({ probe: { enabled: true } })
  expect(bench.host.enabled()).toEqual([{ name: 'probe', tier: 'official' }])
  await statusIs('running')
})

it('restarts a plugin with new settings, and stops it when it is switched off', async () => {
  const start = `ctx.log_info('color ' + ctx.plugin_config.color)`
  await hosting({ plugins: { probe: { start } }, settings: { probe: { enabled: true, color: 'red' } } })
  await statusIs('running')
  bench.reconcile({ probe: { enabled: true, color: 'blue' } })
  await until(() => bench.logged.some(({ msg }) => msg === 'color blue'))
  bench.reconcile({ probe: { enabled: false } })
  await statusIs('off')
})

it('keeps the others running when the settings of one change', async () => {
  const start = `ctx.log_info('started')`
  await hosting({ plugins: { probe: { start }, other: { start } } })
  await statusIs('running')
  await statusIs('running', 'other')
  bench.reconcile({ probe: { enabled: true, x: 1 }, other: { enabled: true } })
  await until(() => bench.logged.filter(({ source, msg }) => source === 'probe' && msg === 'started').length === 2)
  expect(bench.logged.filter(({ source, msg }) => source === 'other' && msg === 'started')).toHaveLength(1)
})

it('refuses settings that do not fit the schema, and names the one that is wrong', async () => {
  const schema = `{ type: 'object', required: ['url'], properties: { url: { type: 'string', format: 'uri' } } }`
  await hosting({ plugins: { probe: { schema } }, settings: { probe: { enabled: true, url: 'no url' } } })
  await statusIs('failed')
  expect(bench.record()?.last_error).toMatch(/settings\.url: .*uri/)
  bench.receive({})
  expect(bench.deliveries()).toHaveLength(1)
  bench.reconcile({ probe: { enabled: true, url: 'http://a.test/' } })
  await until(() => bench.deliveries()[0]?.state === 'acked')
})

it('lists a plugin that violates the contract with the reason, and never starts it', async () => {
  const plugins = {
    broken: 'export default class { static NAME = "Broken Name" }',
    throws: 'throw new Error("no such luck")',
    inside: pluginSource('inside', { tier: 'core' }),
  }
  await hosting({ plugins })
  expect(bench.record('broken')).toMatchObject({
    tier: null,
    status: 'invalid',
    last_error: expect.stringContaining('snake_case'),
  })
  expect(bench.record('throws')?.last_error).toContain('no such luck')
  expect(bench.record('inside')?.last_error).toContain('core')
  expect(bench.host.enabled()).toEqual([])
})

it('runs no code of a plugin folder from which a link leads out', async () => {
  const serviceDir = testFolder()
  const folder = writePlugin(join(serviceDir, 'integrations'), 'probe', pluginSource('probe', {}))
  symlinkSync('/etc/passwd', join(folder, 'data.txt'))
  await hosting({ serviceDir, settings: { probe: { enabled: true } } })
  expect(bench.record()?.last_error).toContain('data.txt')
  expect(bench.host.enabled()).toEqual([])
})

it('finds installed packages by their entry point, and lets no plugin take the name of another', async () => {
  const serviceDir = testFolder()
  const folder = writePlugin(join(serviceDir, 'node_modules', '@who'), 'plug', pluginSource('packaged', {}))
  const manifest = { version: '1.2.3', type: 'module', 'service.integrations': { packaged: './index.mjs' } }
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest))
  writePlugin(join(serviceDir, 'node_modules'), 'no_plugin', 'export const x = 1')
  await hosting({ serviceDir, plugins: { probe: {}, thief: pluginSource('probe', {}) }, settings: {} })
  expect(bench.record('packaged')).toMatchObject({ version: '1.2.3', status: 'off' })
  expect(bench.host.records().map(({ name }) => name)).not.toContain('no_plugin')
  expect(bench.record('thief')?.last_error).toContain('taken')
})

it('knows at once after a restart which plugins are enabled, in tier order', async () => {
  const plugins = { a_notice: { tier: 'notify' as const }, z_full: {} }
  await hosting({ plugins })
  const { serviceDir } = bench
  const expected = [
    { name: 'z_full', tier: 'official' },
    { name: 'a_notice', tier: 'notify' },
  ]
  expect(bench.host.enabled()).toEqual(expected)
  await bench.stop()
  const settings = { a_notice: { enabled: true }, z_full: { enabled: true } }
  let atOnce: unknown
  await hosting({ serviceDir, settings, onConfigured: (host) => (atOnce = host.enabled()) })
  expect(atOnce).toEqual(expected)
})

it('reports broken files of a plugin that is off', async () => {
  await hosting({ plugins: { probe: {} }, settings: {} })
  writePlugin(join(bench.serviceDir, 'integrations'), 'probe', 'this is no code')
  await statusIs('invalid')
  expect(bench.record()).toMatchObject({ enabled: false, tier: 'official', last_error: expect.any(String) })
})

it('keeps queueing for a plugin whose files are broken, and delivers once they are repaired', async () => {
  await hosting({ plugins: { probe: {} }, settings: {} })
  const { serviceDir } = bench
  await bench.stop()
  writePlugin(join(serviceDir, 'integrations'), 'probe', 'this is no code')
  await hosting({ serviceDir, settings: { probe: { enabled: true } } })
  await statusIs('invalid')
  bench.receive({})
  expect(bench.deliveries()).toHaveLength(1)
  writePlugin(join(serviceDir, 'integrations'), 'probe', pluginSource('probe', {}))
  await until(() => bench.deliveries()[0]?.state === 'acked')
})

it('publishes the state of the plugins to other processes through the journal', async () => {
  await hosting({ plugins: { probe: {} } })
  await statusIs('running')
  const { db } = openJournal(join(bench.serviceDir, 'state', 'journal.db'))
  const row = () => db.prepare('SELECT * FROM integration').get()
  await until(() => row()?.status === 'running')
  expect(row()).toMatchObject({ name: 'probe', tier: 'official', last_error: null })
  db.close()
})

it('skips an unfinished folder without an index', async () => {
  const serviceDir = testFolder()
  mkdirSync(join(serviceDir, 'integrations', 'empty'), { recursive: true })
  await hosting({ serviceDir })
  expect(bench.host.records()).toEqual([])
})
