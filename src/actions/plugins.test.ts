import { expect, it, onTestFinished } from 'vitest'
import { openHeartbeat } from '../store/heartbeat.ts'
import { journalDeliveries } from '../store/journal/deliveries.ts'
import { journalIntake } from '../store/journal/intake.ts'
import { batchOf, relayed } from '../store/journal/test-taken.ts'
import { disablePlugin } from './disable-plugin.ts'
import { enablePlugin } from './enable-plugin.ts'
import { listPlugins } from './list-plugins.ts'
import { pluginSlots } from './plugin-slots.ts'
import { asked, nowMs, testDoors } from './test-doors.ts'

const doorsOf = testDoors(onTestFinished)
const schema = { type: 'object', properties: { url: { type: 'string' } } }
const manifest = { display_name: 'Webhook', description: 'Sends.', settings_schema: schema, version: '1.0.0' }
const noted = { name: 'webhook', tier: 'official', status: 'running', lastError: null, manifest }

function bridgeWith(rows: readonly (typeof noted)[], config: object = {}, { alive = true } = {}) {
  const made = doorsOf({}, config)
  for (const row of rows) made.bridgeNotes.put(row, 0)
  if (alive) openHeartbeat(made.dir.heartbeatFile).beat(nowMs)
  return made
}

const enabled = { integrations: { webhook: { enabled: true } } }

it('where no bridge ever ran there are none', () => {
  expect(listPlugins({}, doorsOf().doors, asked)).toEqual([])
})

it('tells what the bridge noted, what the settings say and what waits', () => {
  const { doors, journalDb } = bridgeWith([noted], enabled)
  const deliveries = journalDeliveries(journalDb, Buffer.alloc(32, 1))
  journalIntake(journalDb).commit(batchOf([relayed(1), relayed(2)]), ({ guid, conversation }, nowMs) =>
    deliveries.enqueue({ integration: 'webhook', guid, conversation, nowMs }),
  )
  expect(listPlugins({}, doors, asked)).toEqual([
    {
      ...{ name: 'webhook', display_name: 'Webhook', description: 'Sends.', enabled: true, tier: 'official' },
      ...{ settings_schema: schema, status: 'running', last_error: null, version: '1.0.0', pending: 2, dead: 0 },
      ...{ network: [], isolation: [] },
    },
  ])
})

it('a plugin that says little of itself is listed by its name', () => {
  const { doors } = bridgeWith([{ ...noted, tier: 'unheard of', status: 'unheard of', manifest: {} as never }])
  expect(listPlugins({}, doors, asked)).toMatchObject([
    { display_name: 'webhook', description: '', tier: 'notify', settings_schema: {}, status: 'failed', version: null },
  ])
})

it('waits while no bridge runs', () => {
  const { doors } = bridgeWith([noted], enabled, { alive: false })
  expect(listPlugins({}, doors, asked)).toMatchObject([{ status: 'waiting' }])
})

it('is switched on and off in the settings, beside its own', () => {
  const { doors, audited } = bridgeWith([{ ...noted, status: 'off' }], { integrations: { webhook: { url: 'u' } } })
  expect(enablePlugin({ name: 'webhook' }, doors, asked)).toMatchObject({ enabled: true, status: 'starting' })
  expect(doors.settings.current().integrations.webhook).toEqual({ enabled: true, url: 'u' })
  expect(disablePlugin({ name: 'webhook' }, doors, asked)).toMatchObject({ enabled: false, status: 'off' })
  expect(audited().map(({ action, target }) => [action, target])).toEqual([
    ['plugin_enabled', 'webhook'],
    ['plugin_disabled', 'webhook'],
  ])
})

it.each(['other', '__proto__', 'constructor', '../webhook'])('nobody has found %s', (name) => {
  const { doors } = bridgeWith([noted])
  const before = doors.settings.current()
  expect(() => enablePlugin({ name }, doors, asked)).toThrowError(expect.objectContaining({ code: 'plugin_not_found' }))
  expect(doors.settings.current()).toBe(before)
})

it('has its places on the page while it is switched on', () => {
  const ui = { entry: './ui.js', slots: ['sidebar.panel', 'settings.page'] }
  const rows = [{ ...noted, manifest: { ...manifest, ui } }]
  expect(pluginSlots({}, bridgeWith(rows, enabled).doors, asked)).toEqual([
    { plugin: 'webhook', slot: 'sidebar.panel', entry: './ui.js' },
    { plugin: 'webhook', slot: 'settings.page', entry: './ui.js' },
  ])
  expect(pluginSlots({}, bridgeWith(rows).doors, asked)).toEqual([])
  expect(pluginSlots({}, bridgeWith([noted], enabled).doors, asked)).toEqual([])
})
