import type { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import type { DeliveryId } from '../../contract/ids.ts'
import { journalDeliveries, type Settlement } from './deliveries.ts'
import { deliveryNews } from './delivery-news.ts'
import { ingestInto, journalInMemory, pageOf, relayed, toIntegrations } from './test-journal.ts'

/** A journal with deliveries to one plugin, numbered like their messages. */
function following() {
  const db = journalInMemory()
  const deliveries = journalDeliveries(db, Buffer.alloc(32, 1))
  const news = deliveryNews(50)
  const receive = (...rowids: number[]) =>
    ingestInto(db).commit(pageOf(rowids.map((rowid) => relayed(rowid))), toIntegrations('hook'))
  const idOf = (rowid: number) => db.prepare('SELECT id FROM delivery WHERE guid = ?').get(`guid-${rowid}`)?.id
  const settle = (rowid: number, outcome: object, atMs: number) =>
    deliveries.settle([{ integration: 'hook', id: idOf(rowid) as DeliveryId, ...outcome } as Settlement], atMs)
  const taken = (nowMs: number) => news(db, nowMs).deliveries.map(({ rowid, state }) => `${rowid} ${state}`)
  return { db, receive, settle, taken }
}

const retry = { outcome: 'retry', attempts: 1, crashes: 0, nextAtMs: 9_000, error: 'no' }
const dead = { outcome: 'dead', attempts: 1, crashes: 0, error: 'no' }

it('finds each change once: created, retried, delivered, failed, filtered, and tried again by hand', () => {
  const { db, receive, settle, taken } = following()
  receive(1)
  expect(taken(1_000)).toEqual([])
  receive(2, 3, 4)
  expect(taken(1_000)).toEqual(['2 queued', '3 queued', '4 queued'])
  settle(1, { outcome: 'acked' }, 1_000)
  settle(2, retry, 1_000)
  settle(3, dead, 1_001)
  settle(4, { outcome: 'skipped', error: 'dropped' }, 1_001)
  expect(taken(1_001).toSorted()).toEqual(['1 delivered', '2 retrying', '3 failed', '4 filtered'])
  expect(taken(1_002)).toEqual([])
  db.exec("UPDATE delivery SET state = 'pending', settled_at_ms = NULL WHERE state = 'dead'")
  expect(taken(1_002)).toEqual(['3 retrying'])
  settle(3, { outcome: 'acked' }, 1_002)
  expect(taken(1_002)).toEqual(['3 delivered'])
  expect(taken(5_000)).toEqual([])
})

it('finds what was settled after the clock was set back', () => {
  const { receive, settle, taken } = following()
  receive(1, 2)
  settle(1, { outcome: 'acked' }, 100_000)
  expect(taken(100_000)).toEqual([])
  settle(2, { outcome: 'acked' }, 40_000)
  expect(taken(40_080)).toContain('2 delivered')
})

it('is served by indexes, however many deliveries are kept', () => {
  const { db } = following()
  const asked = new Set<string>()
  const watching = {
    prepare(text: string) {
      asked.add(text)
      return db.prepare(text)
    },
  } as DatabaseSync
  const news = deliveryNews(50)
  for (const nowMs of [1, 2]) news(watching, nowMs)
  expect(asked.size).toBe(4)
  for (const text of asked) {
    const plan = db.prepare(`EXPLAIN QUERY PLAN ${text}`).all()
    expect(plan.filter(({ detail }) => /^SCAN (d|delivery)\b(?!.*INDEX)/.test(String(detail)))).toEqual([])
  }
})
