import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import type { ConversationKey, DeliveryId, MessageGuid } from '../../contract/ids.ts'
import { journalDeadLetters } from './dead-letters.ts'
import { deliveryIdOf, journalDeliveries, type Settlement } from './deliveries.ts'
import { deliveryCounts } from './delivery-counts.ts'
import { pluginTraffic, type TrafficClock } from './plugin-traffic.ts'
import { droppedToday, receivedToday } from './received-today.ts'
import { migrations } from './schema.ts'
import { ingestInto, journalInMemory, nobody, pageOf, relayed, skipped } from './test-journal.ts'
import { percentilesOf, trafficSince } from './traffic-history.ts'

const installKey = Buffer.alloc(32, 1)
const [minuteMs, hourMs] = [60_000, 3_600_000]
const dayStartMs = Date.UTC(2026, 5, 1)
const noon: TrafficClock = { nowMs: dayStartMs + 12 * hourMs + 5 * minuteMs, dayStartMs }
const anna = 'dm:anna' as ConversationKey

function journal() {
  const db = journalInMemory()
  const deliveries = journalDeliveries(db, installKey)
  let made = 0
  /** Queues a delivery, and settles it with each outcome at its time. */
  const deliver = (integration: string, atMs: number, ...outcomes: [atMs: number, Partial<Settlement>][]) => {
    const guid = `g${++made}` as MessageGuid
    deliveries.enqueue({ integration, guid, conversation: anna, nowMs: atMs })
    const id = deliveryIdOf(installKey, { integration, guid })
    for (const [settledMs, outcome] of outcomes)
      deliveries.settle([{ integration, id, ...outcome } as Settlement], settledMs)
    return id
  }
  return { db, deliver, of: (name: string, clock = noon) => pluginTraffic(db, clock).get(name) }
}

const acked = { outcome: 'acked' } as const
const retry = (nextAtMs: number) => ({
  ...({ outcome: 'retry', attempts: 1, crashes: 0, error: 'connection refused' } as const),
  nextAtMs,
})
const dead = { outcome: 'dead', attempts: 3, crashes: 0, error: 'refused' } as const

it('counts what was delivered and what failed today and in each of the last 24 hours', () => {
  const { deliver, of } = journal()
  deliver('hook', dayStartMs - hourMs, [dayStartMs - hourMs, acked])
  deliver('hook', dayStartMs, [dayStartMs, acked])
  deliver('hook', noon.nowMs, [noon.nowMs, acked])
  deliver('hook', noon.nowMs, [noon.nowMs, dead])
  deliver('other', noon.nowMs, [noon.nowMs, acked])
  const { deliveredToday, failedToday, hours } = of('hook') ?? {}
  expect([deliveredToday, failedToday]).toEqual([2, 1])
  expect(hours).toHaveLength(24)
  expect(hours?.at(-1)).toEqual({ startMs: dayStartMs + 12 * hourMs, delivered: 1, failed: 1 })
  expect(hours?.at(-13)).toEqual({ startMs: dayStartMs, delivered: 1, failed: 0 })
  expect(hours?.at(-14)).toMatchObject({ delivered: 1 })
  expect(of('other')?.deliveredToday).toBe(1)
  expect(of('nobody')).toBeUndefined()
})

it('counts a day that a change of the clocks has made longer than 24 hours', () => {
  const { deliver, of } = journal()
  const lateMs = dayStartMs + 24 * hourMs + 30 * minuteMs
  deliver('hook', dayStartMs, [dayStartMs + minuteMs, acked])
  const { deliveredToday, hours } = of('hook', { nowMs: lateMs, dayStartMs }) ?? {}
  expect(deliveredToday).toBe(1)
  expect(hours?.reduce((sum, { delivered }) => sum + delivered, 0)).toBe(0)
})

it('puts what a wrong clock dated into the future into the current hour', () => {
  const { deliver, of } = journal()
  deliver('hook', noon.nowMs, [noon.nowMs + 5 * hourMs, acked])
  expect(of('hook')?.hours.at(-1)?.delivered).toBe(1)
})

it('tells how long deliveries took from the commit to the acknowledgement', () => {
  const { deliver, of } = journal()
  for (let took = 1; took <= 100; took++) deliver('hook', noon.nowMs, [noon.nowMs + took, acked])
  expect(of('hook')?.latencyMs).toEqual({ p50: 50, p95: 95 })
  expect(percentilesOf([])).toBeNull()
  expect(percentilesOf([[7, 1]])).toEqual({ p50: 7, p95: 7 })
})

it('tells what waits, and when it is tried next', () => {
  const { deliver, of } = journal()
  deliver('hook', noon.nowMs)
  deliver('hook', noon.nowMs, [noon.nowMs, retry(noon.nowMs + minuteMs)])
  deliver('hook', noon.nowMs, [noon.nowMs, retry(noon.nowMs + 2 * minuteMs)])
  expect(of('hook')).toMatchObject({ queued: 1, retrying: 2, nextAttemptAtMs: noon.nowMs + minuteMs })
})

it('fails since the first failure that no success has made up for', () => {
  const { deliver, of } = journal()
  const at = (minute: number) => noon.nowMs + minute * minuteMs
  deliver('hook', at(0), [at(0), retry(at(1))], [at(1), acked])
  expect(of('hook')).toMatchObject({ failingSinceMs: null, lastErrorAtMs: null, lastDeliveredAtMs: at(1) })
  deliver('hook', at(2), [at(3), dead])
  deliver('hook', at(4), [at(5), retry(at(9))], [at(6), { ...retry(at(9)), attempts: 2 } as Partial<Settlement>])
  expect(of('hook')).toMatchObject({ failingSinceMs: at(3), lastErrorAtMs: at(6), lastDeliveredAtMs: at(1) })
  deliver('hook', at(7), [at(8), acked])
  expect(of('hook')).toMatchObject({ failingSinceMs: at(5), lastDeliveredAtMs: at(8) })
})

it('counts messages of today by their outcome, but none that is history', () => {
  const db = journalInMemory()
  const ingest = ingestInto(db)
  const take = (rows: Parameters<typeof pageOf>[0], nowMs: number) => ingest.commit(pageOf(rows, { nowMs }), nobody)
  take([relayed(1)], dayStartMs - 1)
  take([relayed(2), skipped(3, 'junk')], dayStartMs)
  take([relayed(2), relayed(4), relayed(5, { lane: 'history', outcome: 'history', message: null })], noon.nowMs)
  expect(Object.fromEntries(receivedToday(db, dayStartMs))).toEqual({ relayed: 2, junk: 1 })
  expect(Object.fromEntries(receivedToday(db, dayStartMs + 24 * hourMs))).toEqual({})
})

it('a failure that is tried again or dropped is no failure any more', () => {
  const { db, deliver, of } = journal()
  const ids = [1, 2, 3].map(() => deliver('hook', noon.nowMs, [noon.nowMs, dead]))
  expect(of('hook')?.failedToday).toBe(3)
  const letters = journalDeadLetters(db)
  letters.retry(ids[0] as DeliveryId)
  letters.drop(ids[1] as DeliveryId, noon.nowMs)
  expect(of('hook')).toMatchObject({ failedToday: 1, queued: 0, retrying: 1 })
  journalDeliveries(db, installKey).settle(
    [{ integration: 'hook', id: ids[0] as DeliveryId, ...acked } as Settlement],
    noon.nowMs,
  )
  expect(of('hook')).toMatchObject({ failedToday: 1, deliveredToday: 1, retrying: 0 })
})

it('still counts what is no longer kept', () => {
  const { db, deliver, of } = journal()
  deliver('hook', noon.nowMs, [noon.nowMs + 40, acked])
  const before = of('hook')
  db.exec('DELETE FROM delivery')
  expect(of('hook')).toEqual(before)
})

it('counts what filters dropped, and what was skipped by hand', () => {
  const { db, deliver } = journal()
  const skip = (error: string) =>
    deliver('hook', noon.nowMs, [noon.nowMs, { outcome: 'skipped', error } as Partial<Settlement>])
  skip('dropped by filter')
  skip('dropped by filter')
  skip('skipped by hand')
  skip('the message is no longer kept')
  expect(Object.fromEntries(droppedToday(db, dayStartMs))).toEqual({ filter: 2, skipped: 1 })
})

it('is served by indexes, however many deliveries are kept', () => {
  const { db } = journal()
  const asked: string[] = []
  const watching = {
    prepare(text: string) {
      asked.push(text)
      return db.prepare(text)
    },
  } as DatabaseSync
  pluginTraffic(watching, noon)
  droppedToday(watching, dayStartMs)
  receivedToday(watching, dayStartMs)
  trafficSince(watching, dayStartMs)
  deliveryCounts(watching)()
  expect(asked.length).toBeGreaterThan(10)
  const steps = asked.flatMap((text) =>
    db
      .prepare(`EXPLAIN QUERY PLAN ${text}`)
      .all()
      .map(({ detail }) => String(detail)),
  )
  // Pending and failed deliveries are read from indexes that contain nothing else.
  const ofFew = /^SCAN (d|delivery) USING COVERING INDEX delivery_(pending|lane|dead)$/
  const table = /^SCAN (d|delivery|inbox|message_traffic|delivery_traffic)\b/
  expect(steps.filter((step) => table.test(step) && !ofFew.test(step))).toEqual([])
})

it('a journal of an earlier release has counted since the oldest delivery that it kept', () => {
  const db = new DatabaseSync(':memory:')
  for (const migration of migrations.slice(0, 5)) db.exec(migration)
  db.exec(`INSERT INTO inbox VALUES ('early', x'00', 1, 'dm:anna', 0, 'relayed', 'relayed', NULL, ${dayStartMs - hourMs}),
      ('g1', x'01', 2, 'dm:anna', 0, 'relayed', 'relayed', NULL, ${dayStartMs}),
      ('g2', x'02', 3, 'dm:ben', 0, 'skipped', 'junk', NULL, ${noon.nowMs});
    INSERT INTO delivery (id, integration, guid, conversation, state, created_at_ms, settled_at_ms, last_error)
    VALUES ('a', 'hook', 'g0', 'dm:anna', 'dead', ${dayStartMs - hourMs}, ${dayStartMs - hourMs}, 'refused'),
      ('b', 'hook', 'g1', 'dm:anna', 'acked', ${dayStartMs}, ${dayStartMs + 40}, NULL),
      ('c', 'hook', 'g2', 'dm:anna', 'skipped', ${noon.nowMs}, ${noon.nowMs}, 'dropped by filter')`)
  for (const migration of migrations.slice(5)) db.exec(migration)
  expect(pluginTraffic(db, noon).get('hook')).toMatchObject({
    deliveredToday: 1,
    failedToday: 0,
    lastDeliveredAtMs: dayStartMs + 40,
    latencyMs: { p50: 40, p95: 40 },
    failingSinceMs: null,
  })
  expect(Object.fromEntries(receivedToday(db, 0))).toEqual({ relayed: 1, junk: 1 })
  expect(Object.fromEntries(droppedToday(db, 0))).toEqual({ filter: 1 })
  expect(trafficSince(db, 0)).toMatchObject({
    countedSinceMs: dayStartMs,
    conversations: [{ conversation: 'dm:anna', count: 1 }],
  })
})
