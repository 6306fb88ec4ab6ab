import { expect, it, onTestFinished } from 'vitest'
import type { ConversationKey, MessageGuid } from '../contract/ids.ts'
import { personsIn } from '../domain/people/persons.ts'
import { deliveryIdOf, journalDeliveries, type Settlement } from '../store/journal/deliveries.ts'
import { journalIntegrations } from '../store/journal/integrations.ts'
import { openJournal } from '../store/journal/open.ts'
import { ingestInto, pageOf, relayed, skipped, toIntegrations } from '../store/journal/test-journal.ts'
import { serviceDir } from '../store/service-dir.ts'
import { overview } from './overview.ts'
import type { Services } from './services.ts'
import { statistics } from './statistics.ts'
import { nowMs, request, testServices } from './test-services.ts'

const servicesOf = testServices(onTestFinished)
const counted = {
  sent_total: 1,
  received_total: 2,
  top_contacts: [{ name: 'Anna', count: 3 }],
  by_hour: Array<number>(24).fill(1),
  by_day: Array<number>(7).fill(2),
}
const search = {
  statistics: async (range: string) => ({ ...counted, sent_total: range === '30d' ? 30 : 1 }),
} as Partial<Services['search']> as Services['search']
const messages = { newestRowid: () => 3 } as Partial<Services['messages']> as Services['messages']
const off = { integrations: { stats: { enabled: false } } }
const hourMs = 3_600_000

it('counts unless the plugin is disabled', async () => {
  const { services } = servicesOf({ search, messages })
  expect(await statistics({}, services, request)).toMatchObject({ enabled: true, ...counted })
  expect(await statistics({ range: '30d' }, services, request)).toMatchObject({ sent_total: 30 })
})

it('returns zeros without the plugin', async () => {
  const zeros = await statistics({}, servicesOf({ search }, off).services, request)
  expect(zeros).toMatchObject({ enabled: false, sent_total: 0, received_total: 0, top_contacts: [] })
  expect(zeros.relay).toMatchObject({ received: 0, delivered: 0, plugins: [], steps: [] })
  expect([zeros.by_hour.length, zeros.by_day.length]).toEqual([24, 7])
  expect([...zeros.by_hour, ...zeros.by_day].every((count) => count === 0)).toBe(true)
})

const [phone, mail, ben] = ['+12025550123', 'anna@example.org', '+12025550145']
const installKey = Buffer.alloc(32, 1)

function relayWorld() {
  const people = personsIn([{ store: 'here', name: 'Anna Keller', handles: [phone, mail] }], { own: [], separate: [] })
  const contacts = { nameOf: (handle: string) => people.find(handle)?.person.name } as Services['contacts']
  const { services } = servicesOf({ search, messages, persons: { now: () => people }, contacts })
  const { db } = openJournal(serviceDir(services.base).journalFile)
  onTestFinished(() => db.close())
  for (const name of ['hook', 'phone'])
    journalIntegrations(db).put({ name, tier: 'notify', status: 'running', lastError: null, manifest: {} }, nowMs)
  const ingest = ingestInto(db)
  const deliveries = journalDeliveries(db, installKey)
  let rowid = 0
  /** Relays a message to both plugins, with an outcome for each. */
  const relay = (from: string, atMs: number, ...outcomes: object[]) => {
    const [conversation, guid] = [`dm:${from}` as ConversationKey, `guid-${++rowid}` as MessageGuid]
    const { message } = relayed(rowid)
    const row = relayed(rowid, { conversation, message: message && { ...message, conversation } })
    ingest.commit(pageOf([row], { nowMs: atMs }), toIntegrations('hook', 'phone'))
    const settled = outcomes.map((outcome, at) => {
      const integration = ['hook', 'phone'][at] ?? ''
      return { integration, id: deliveryIdOf(installKey, { integration, guid }), ...outcome } as Settlement
    })
    deliveries.settle(settled, atMs + 40)
  }
  const skip = (outcome: string, atMs: number) =>
    ingest.commit(pageOf([skipped(++rowid, outcome)], { nowMs: atMs }), toIntegrations())
  return {
    services,
    relay,
    skip,
    of: async (range: '24h' | '7d' | 'all') => (await statistics({ range }, services, request)).relay,
  }
}

const acked = { outcome: 'acked' }
const dead = { outcome: 'dead', attempts: 3, crashes: 0, error: 'refused' }
const dropped = { outcome: 'skipped', error: 'dropped by filter' }

it('counts what was received, relayed, filtered and failed, by plugin and by person, whatever addresses the person has', async () => {
  const { relay, skip, of } = relayWorld()
  relay(ben, nowMs - 30 * hourMs, acked, acked)
  relay(phone, nowMs - 2 * hourMs, acked, acked)
  relay(mail, nowMs, acked, dead)
  relay(ben, nowMs, acked, dropped)
  skip('junk', nowMs)
  skip('echo', nowMs)
  expect(await of('24h')).toMatchObject({
    received: 4,
    relayed: 3,
    delivered: 4,
    failed: 1,
    step: 'hour',
    latency_ms: { p50: 40, p95: 40 },
    filtered: [
      { reason: 'junk', count: 1 },
      { reason: 'filter', count: 1 },
    ],
    plugins: [
      { name: 'hook', delivered: 3, failed: 0, filtered: 0, latency_ms: { p50: 40, p95: 40 } },
      { name: 'phone', delivered: 1, failed: 1, filtered: 1 },
    ],
    people: [
      { name: 'Anna Keller', count: 2 },
      { name: ben, count: 1 },
    ],
  })
  const { steps, counted_since } = await of('24h')
  expect(steps).toHaveLength(24)
  expect(steps.at(-1)).toMatchObject({ received: 3, relayed: 2, delivered: 2, failed: 1, filtered: 2 })
  expect(steps.at(-3)).toMatchObject({ received: 1, delivered: 2 })
  expect(Date.parse(counted_since ?? '')).toBeLessThanOrEqual(nowMs - 30 * hourMs)
  expect(await of('7d')).toMatchObject({
    received: 5,
    delivered: 6,
    step: 'day',
    people: [{ count: 2 }, { name: ben, count: 2 }],
  })
  const all = await of('all')
  expect(all).toMatchObject({ since: null, received: 5 })
  expect(all.steps.reduce((sum, { delivered }) => sum + delivered, 0)).toBe(6)
})

it('agrees with the overview of the same hours', async () => {
  const { services, relay, skip, of } = relayWorld()
  for (let hour = 0; hour < 40; hour++) relay(ben, nowMs - hour * hourMs, acked, hour % 3 === 0 ? dead : dropped)
  skip('out_of_scope', nowMs)
  const day = await of('24h')
  const { plugins, received_today, delivered_today, filtered } = await overview({}, services, request)
  const sum = (name: string, of: 'delivered' | 'failed') =>
    plugins.find((each) => each.name === name)?.hours.reduce((total, hour) => total + hour[of], 0)
  for (const { name, delivered, failed, latency_ms } of day.plugins) {
    expect([delivered, failed], name).toEqual([sum(name, 'delivered'), sum(name, 'failed')])
    expect(latency_ms, name).toEqual(plugins.find((each) => each.name === name)?.latency_ms)
  }
  const { steps, ...week } = await of('7d')
  const today = steps.at(-1)
  expect(today).toMatchObject({
    received: received_today,
    delivered: delivered_today,
    filtered: filtered.reduce((total, { count }) => total + count, 0),
    failed: plugins.reduce((total, { failed_today }) => total + failed_today, 0),
  })
  expect(week.received).toBe(41)
})
