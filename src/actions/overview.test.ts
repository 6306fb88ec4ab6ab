import { expect, it, onTestFinished } from 'vitest'
import type { ConversationKey, MessageGuid } from '../contract/ids.ts'
import type { Overview } from '../contract/overview.ts'
import { destinationState } from '../domain/relay-headline.ts'
import { ServiceError } from '../domain/service-error.ts'
import { deliveryIdOf, journalDeliveries } from '../store/journal/deliveries.ts'
import { ingestInto, pageOf, skipped, toIntegrations } from '../store/journal/test-journal.ts'
import { overview } from './overview.ts'
import type { Services } from './services.ts'
import { historyOf, nowMs, request, testServices } from './test-services.ts'

const servicesOf = testServices(onTestFinished)
const installKey = Buffer.alloc(32, 1)
const bridge = { lastHeartbeatS: () => nowMs / 1000 } as Partial<Services['bridge']> as Services['bridge']
const on = { enabled: true }

function world(config: object = {}, given: Partial<Services> = {}) {
  const { services, bridgeNotes, journalDb } = servicesOf({ bridge, ...given }, config)
  const plugin = (name: string, { tier = 'official', status = 'running', lastError = null as string | null } = {}) =>
    bridgeNotes.put({ name, tier, status, lastError, manifest: { display_name: name.toUpperCase() } }, nowMs)
  const deliveries = journalDeliveries(journalDb, installKey)
  const queue = (integration: string, guid: string) => {
    deliveries.enqueue({ integration, guid: guid as MessageGuid, conversation: 'dm:a' as ConversationKey, nowMs })
    return { integration, id: deliveryIdOf(installKey, { integration, guid: guid as MessageGuid }) }
  }
  const read = async (): Promise<Overview> => overview({}, services, request)
  return { plugin, deliveries, queue, read, ingest: ingestInto(journalDb) }
}

it('is empty and true before anything was relayed', async () => {
  const { read } = world()
  expect(await read()).toMatchObject({
    people: 0,
    groups: 0,
    everyone: false,
    scope: 'whitelist',
    received_today: 0,
    delivered_today: 0,
    last_delivered_at: null,
    plugins: [],
    filtered: [],
    held_back: [],
  })
})

it('reports who is relayed, to which plugins, and how each plugin does, those that fail first', async () => {
  const whitelist = { handles: ['+12025550123', 'ben@example.org'], groups: ['chat7'] }
  const { plugin, deliveries, queue, read } = world({ whitelist, integrations: { hook: on, phone: on, seal: on } })
  plugin('phone')
  plugin('hook', { lastError: 'connection refused' })
  plugin('mail')
  plugin('seal', { tier: 'core' })
  deliveries.settle([{ ...queue('phone', 'g1'), outcome: 'acked' }], nowMs + 40)
  const retry = { outcome: 'retry', attempts: 1, crashes: 0, nextAtMs: nowMs + 1, error: 'connection refused' } as const
  deliveries.settle([{ ...queue('hook', 'g1'), ...retry }], nowMs)
  queue('hook', 'g2')
  const { plugins, ...found } = await read()
  expect(found).toMatchObject({
    people: 2,
    groups: 1,
    delivered_today: 1,
    last_delivered_at: new Date(nowMs + 40).toISOString(),
  })
  expect(plugins.map(({ name, state }) => [name, state])).toEqual([
    ['hook', 'failing'],
    ['phone', 'ok'],
    ['mail', 'off'],
  ])
  expect(plugins[0]).toMatchObject({
    display_name: 'HOOK',
    queued: 1,
    retrying: 1,
    last_error: 'connection refused',
    latency_ms: null,
    failing_since: new Date(nowMs).toISOString(),
    next_attempt_at: new Date(nowMs + 1).toISOString(),
  })
  expect(plugins[1]).toMatchObject({ delivered_today: 1, latency_ms: { p50: 40, p95: 40 } })
})

it('counts received messages, and filtered ones by reason', async () => {
  const { ingest, deliveries, queue, read } = world()
  const rows = [skipped(1, 'out_of_scope'), skipped(2, 'junk'), skipped(3, 'junk'), skipped(4, 'echo')]
  ingest.commit(pageOf(rows, { nowMs }), toIntegrations())
  deliveries.settle([{ ...queue('hook', 'g1'), outcome: 'skipped', error: 'dropped by filter' }], nowMs)
  expect(await read()).toMatchObject({
    received_today: 3,
    filtered: [
      { reason: 'out_of_scope', count: 1 },
      { reason: 'junk', count: 2 },
      { reason: 'filter', count: 1 },
    ],
  })
})

it('responds also while Messages cannot be read', async () => {
  const history = historyOf([], {
    placed() {
      throw new ServiceError('messages_unreadable', 'no')
    },
  })
  const { ingest, read } = world({}, { history })
  ingest.commit(pageOf([skipped(1, 'out_of_scope')], { nowMs }), toIntegrations())
  expect(await read()).toMatchObject({ received_today: 1, held_back: [] })
})

it.each([
  ['ok', { status: 'running' }, null],
  ['failing', { status: 'running' }, 1],
  ['failing', { status: 'waiting', waiting_for: 'receiver' }, null],
  ['waiting', { status: 'waiting', waiting_for: 'relay' }, 1],
  ['waiting', { status: 'starting' }, null],
  ['stopped', { status: 'failed' }, 1],
  ['stopped', { status: 'invalid' }, null],
  ['off', { status: 'off', enabled: false }, 1],
  ['paused', { status: 'running', paused: true }, 1],
] as const)('a plugin is %s: %o, failing since %s', (state, signs, failingSinceMs) => {
  const isFailing = failingSinceMs !== null
  expect(destinationState({ enabled: true, paused: false, waiting_for: null, ...signs, isFailing })).toBe(state)
})
