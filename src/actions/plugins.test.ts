import { expect, it, onTestFinished } from 'vitest'
import { openHeartbeat } from '../store/heartbeat.ts'
import { journalDeliveries } from '../store/journal/deliveries.ts'
import { ingestInto, pageOf, relayed, toIntegrations } from '../store/journal/test-journal.ts'
import { pluginConsents } from '../store/plugin-consents.ts'
import { dropDead, listDead, retryDead } from './dead-deliveries.ts'
import { disablePlugin } from './disable-plugin.ts'
import { enablePlugin } from './enable-plugin.ts'
import { listPlugins } from './list-plugins.ts'
import { pausePlugin, resumePlugin } from './pause-plugin.ts'
import { testPlugin } from './test-plugin.ts'
import { nowMs, request, testServices } from './test-services.ts'

const servicesOf = testServices(onTestFinished)
const schema = { type: 'object', properties: { url: { type: 'string' } } }
const manifest = { display_name: 'Webhook', description: 'Sends.', settings_schema: schema, version: '1.0.0' }
const noted = { name: 'webhook', tier: 'official', status: 'running', lastError: null, manifest }

function bridgeWith(rows: readonly (typeof noted)[], config: object = {}, { alive = true } = {}) {
  const made = servicesOf({}, config)
  for (const row of rows) made.bridgeNotes.put(row, 0)
  if (alive) openHeartbeat(made.dir.heartbeatFile).write(nowMs)
  return made
}

const enabled = { integrations: { webhook: { enabled: true } } }

it('lists no plugins while no bridge has ever run', () => {
  expect(listPlugins({}, servicesOf().services, request)).toEqual([])
})

it("combines the bridge's records, the settings and the number of waiting deliveries", () => {
  const { services, journalDb } = bridgeWith([noted], enabled)
  ingestInto(journalDb).commit(pageOf([relayed(1), relayed(2)]), toIntegrations('webhook'))
  expect(listPlugins({}, services, request)).toEqual([
    {
      is_installed: false,
      name: 'webhook',
      display_name: 'Webhook',
      description: 'Sends.',
      enabled: true,
      tier: 'official',
      settings_schema: schema,
      status: 'running',
      last_error: null,
      version: '1.0.0',
      pending: 2,
      dead: 0,
      network: [],
      isolation: [],
      page: null,
      translations: {},
      waiting_for: null,
      next_attempt_at: null,
      paused: false,
      queued: 2,
      retrying: 0,
      delivered_today: 0,
      failed_today: 0,
      last_delivered_at: null,
      last_error_at: null,
      latency_ms: null,
    },
  ])
})

it('a plugin with a minimal manifest is listed by its name', () => {
  const { services } = bridgeWith([{ ...noted, tier: 'unheard of', status: 'unheard of', manifest: {} as never }])
  expect(listPlugins({}, services, request)).toMatchObject([
    { display_name: 'webhook', description: '', tier: null, settings_schema: {}, status: 'off', version: null },
  ])
})

it('reports what a plugin waits for: its receiver until a time, or a relay that does not run', () => {
  const next_attempt_at = '2026-01-02T03:04:05.000Z'
  const row = {
    ...noted,
    status: 'waiting',
    manifest: { ...manifest, waiting_for: 'receiver', next_attempt_at } as never,
  }
  const listed = (alive: boolean) => listPlugins({}, bridgeWith([row], enabled, { alive }).services, request)
  expect(listed(true)).toMatchObject([{ status: 'waiting', waiting_for: 'receiver', next_attempt_at }])
  expect(listed(false)).toMatchObject([{ status: 'waiting', waiting_for: 'relay', next_attempt_at: null }])
})

it('is enabled and disabled in the settings, beside its own settings', () => {
  const { services, audited } = bridgeWith([{ ...noted, status: 'off' }], { integrations: { webhook: { url: 'u' } } })
  expect(enablePlugin({ name: 'webhook' }, services, request)).toMatchObject({ enabled: true, status: 'starting' })
  expect(services.settings.current().integrations.webhook).toEqual({ enabled: true, url: 'u' })
  expect(disablePlugin({ name: 'webhook' }, services, request)).toMatchObject({ enabled: false, status: 'off' })
  expect(audited().map(({ action, target }) => [action, target])).toEqual([
    ['plugin_enabled', 'webhook'],
    ['plugin_disabled', 'webhook'],
  ])
})

it('enabling a plugin grants what it requests at that time, and nothing else', () => {
  const network = [{ host: 'api.example.com', port: 443, reason: 'to tell' }]
  const { services, dir } = bridgeWith([{ ...noted, manifest: { ...manifest, network } as never }])
  const allowed = () => pluginConsents(dir.consentsDir).of('webhook')
  disablePlugin({ name: 'webhook' }, services, request)
  expect(allowed()).toBeUndefined()
  enablePlugin({ name: 'webhook' }, services, request)
  expect(allowed()).toEqual({ tier: 'official', network: ['api.example.com:443'] })
})

it('an invalid plugin is listed as invalid, refused with the reason, and may only be disabled', () => {
  const problem = 'TIER is none of core, official, notify'
  const broken = { ...noted, tier: '', status: 'invalid', lastError: problem as never }
  const { services, dir, audited } = bridgeWith([broken], enabled)
  expect(disablePlugin({ name: 'webhook' }, services, request)).toMatchObject({ enabled: false, status: 'invalid' })
  const before = services.settings.current()
  expect(() => enablePlugin({ name: 'webhook' }, services, request)).toThrowError(
    expect.objectContaining({ code: 'plugin_invalid', message: expect.stringContaining(problem) }),
  )
  expect(services.settings.current()).toBe(before)
  expect(pluginConsents(dir.consentsDir).of('webhook')).toBeUndefined()
  expect(audited().map(({ action }) => action)).toEqual(['plugin_disabled'])
  expect(listPlugins({}, services, request)).toMatchObject([{ tier: null, status: 'invalid', last_error: problem }])
})

it.each(['other', '__proto__', 'constructor', '../webhook'])('no plugin has the name %s', (name) => {
  const { services } = bridgeWith([noted])
  const before = services.settings.current()
  expect(() => enablePlugin({ name }, services, request)).toThrowError(
    expect.objectContaining({ code: 'plugin_not_found' }),
  )
  expect(services.settings.current()).toBe(before)
})

it('failed deliveries are listed, retried and dropped, without the content of messages', async () => {
  const { services, journalDb, audited } = bridgeWith([noted], enabled)
  const deliveries = journalDeliveries(journalDb, Buffer.alloc(32, 1))
  const taken = [relayed(1), relayed(2), relayed(3)]
  ingestInto(journalDb).commit(pageOf(taken), toIntegrations('webhook'))
  const pending = deliveries.next({ integration: 'webhook', afterSeq: 0, limit: 9 }, []).map(({ id }) => id)
  const dead = { integration: 'webhook', outcome: 'dead', attempts: 3, crashes: 0, error: 'refused' } as const
  deliveries.settle(
    pending.map((id) => ({ ...dead, id })),
    nowMs,
  )
  const list = () => listDead({ name: 'webhook', limit: 10 }, services, request)
  const [newest] = await list()
  expect(newest).toEqual({
    id: pending[2],
    message_guid: taken[2]?.guid,
    attempts: 3,
    error: 'refused',
    given_up_at: new Date(nowMs).toISOString(),
  })
  expect(retryDead({ name: 'webhook', ids: [String(newest?.id), 'other'] }, services, request)).toEqual({ changed: 1 })
  expect(dropDead({ name: 'webhook' }, services, request)).toEqual({ changed: 2 })
  expect(await list()).toEqual([])
  for (const change of [retryDead, dropDead])
    expect(change({ name: 'webhook' }, services, request)).toEqual({ changed: 0 })
  expect(listPlugins({}, services, request)).toMatchObject([{ pending: 1, dead: 0 }])
  expect(audited().map(({ action }) => action)).toEqual(['dead_retried', 'dead_dropped'])
  expect(() => listDead({ name: 'other', limit: 1 }, services, request)).toThrowError(
    expect.objectContaining({ code: 'plugin_not_found' }),
  )
})

it('is paused and resumed, and remains enabled', async () => {
  const { services, audited } = bridgeWith([noted], enabled)
  const name = 'webhook'
  expect(await pausePlugin({ name }, services, request)).toMatchObject({ paused: true, enabled: true })
  expect(await listPlugins({}, services, request)).toMatchObject([{ paused: true }])
  expect(await resumePlugin({ name }, services, request)).toMatchObject({ paused: false, enabled: true })
  expect(() => pausePlugin({ name: 'other' }, services, request)).toThrowError(
    expect.objectContaining({ code: 'plugin_not_found' }),
  )
  expect(audited().map(({ action }) => action)).toEqual(['plugin_paused', 'plugin_resumed'])
})

it('refuses to test a plugin that is off, and does not wait for a relay that has stopped', async () => {
  const off = bridgeWith([noted])
  await expect(testPlugin({ name: 'webhook' }, off.services, request)).rejects.toMatchObject({ code: 'plugin_off' })
  const { services, audited } = bridgeWith([noted], enabled, { alive: false })
  const { delivery_id, ...result } = await testPlugin({ name: 'webhook' }, services, request)
  expect(result).toEqual({ state: 'queued', duration_ms: null, error: null, answer: null })
  expect(services.journal.delivery(delivery_id)?.delivery).toMatchObject({ isTest: true, integration: 'webhook' })
  expect(services.journal.trace(`test:${delivery_id}` as never)?.lane).toBe('skipped')
  expect(services.journal.deadLetters('webhook', 10)).toEqual([])
  expect(audited().map(({ action }) => action)).toEqual(['plugin_tested'])
})
