import type { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import type { ConversationKey } from '../../contract/ids.ts'
import { journalDeadLetters } from './dead-letters.ts'
import { journalDeliveries } from './deliveries.ts'
import { deliveryCounts } from './delivery-counts.ts'
import { type DeliveryQuery, listDeliveries } from './delivery-list.ts'
import { journalInMemory } from './test-journal.ts'

interface Row {
  integration?: string
  conversation?: string
  state?: string
  attempts?: number
  atMs?: number
}

/** Deliveries in the order of their acceptance. */
function journalWith(rows: readonly Row[]): DatabaseSync {
  const db = journalInMemory()
  const insert = db.prepare(`INSERT INTO delivery (id, integration, guid, conversation, state, attempts, created_at_ms)
    VALUES (?, ?, ?, ?, ?, ?, ?)`)
  rows.forEach(({ integration = 'hook', conversation = 'dm:one', state = 'acked', attempts = 1, atMs }, index) => {
    const number = index + 1
    insert.run(`id-${number}`, integration, `guid-${number}`, conversation, state, attempts, atMs ?? number * 1_000)
  })
  return db
}

const listed = (db: DatabaseSync, query: Partial<DeliveryQuery>) =>
  listDeliveries(db, { limit: 50, ...query }).map(({ seq }) => seq)
const keys = (...conversations: string[]) => conversations as ConversationKey[]

test('each state is listed by itself', () => {
  const db = journalWith([
    { state: 'pending', attempts: 0 },
    { state: 'pending', attempts: 1 },
    { state: 'acked' },
    { state: 'dead' },
    { state: 'skipped' },
  ])
  const states = ['queued', 'retrying', 'delivered', 'failed', 'filtered'] as const
  expect(states.map((state) => listed(db, { state }))).toEqual([[1], [2], [3], [4], [5]])
  expect(listDeliveries(db, { limit: 9 }).map(({ state }) => state)).toEqual(states.toReversed())
})

test('several conversations are listed in one order, a page at a time', () => {
  const db = journalWith(['dm:one', 'dm:two', 'dm:three', 'dm:two', 'dm:one'].map((conversation) => ({ conversation })))
  const conversations = keys('dm:one', 'dm:two')
  expect(listed(db, { conversations })).toEqual([5, 4, 2, 1])
  expect(listed(db, { conversations, limit: 2 })).toEqual([5, 4])
  expect(listed(db, { conversations, limit: 2, beforeSeq: 4 })).toEqual([2, 1])
  expect(listed(db, { conversations, state: 'failed' })).toEqual([])
  expect(listed(db, { conversations: [] })).toEqual([])
})

test('a time is found although the clock was set back meanwhile', () => {
  const hour = 3_600_000
  const db = journalWith([100, 101, 102, 90, 91, 103].map((hours) => ({ atMs: hours * hour })))
  expect(listed(db, { fromMs: 91 * hour, toMs: 102 * hour })).toEqual([5, 2, 1])
  expect(listed(db, { fromMs: 102 * hour })).toEqual([6, 3])
  expect(listed(db, { toMs: 91 * hour })).toEqual([4])
})

const filters: Partial<DeliveryQuery> = {
  integration: 'hook',
  state: 'failed',
  conversations: keys('dm:one'),
  fromMs: 5,
  toMs: 9,
  beforeSeq: 7,
}

/** Every combination of the filters. */
const combinations = Array.from({ length: 2 ** Object.keys(filters).length }, (_, bits) =>
  Object.fromEntries(Object.entries(filters).filter((_, index) => bits & (2 ** index))),
)

test('however it is filtered, a page is read in order from an index, and nothing is sorted', () => {
  const db = journalInMemory()
  for (const combination of combinations) {
    const plans: string[] = []
    const watched = {
      prepare(sql: string) {
        const nothing = Array.from(sql.matchAll(/\?/g), () => null)
        plans.push(
          ...db
            .prepare(`EXPLAIN QUERY PLAN ${sql}`)
            .all(...nothing)
            .map(({ detail }) => String(detail)),
        )
        return db.prepare(sql)
      },
    }
    listDeliveries(watched as DatabaseSync, { limit: 50, ...combination })
    expect([combination, plans.filter((step) => /^SCAN|TEMP B-TREE/.test(step))]).toEqual([combination, []])
    // Without a filter the newest are the last of the table.
    const isByIndex = plans.some((step) => step.includes('USING INDEX delivery_by_'))
    const hasIndex = ['integration', 'state', 'conversations'].some((name) => name in combination)
    expect([combination, isByIndex]).toEqual([combination, hasIndex])
  }
})

test('what is pending, wanted or failed is still found by indexes that hold nothing else', () => {
  const db = journalInMemory()
  const plans: string[] = []
  const watched = new Proxy(db, {
    get(journal, name) {
      if (name !== 'prepare') return Reflect.get(journal, name)
      return (sql: string) => {
        const nothing = Array.from(sql.matchAll(/\?/g), () => null)
        plans.push(
          ...journal
            .prepare(`EXPLAIN QUERY PLAN ${sql}`)
            .all(...nothing)
            .map(({ detail }) => String(detail)),
        )
        return journal.prepare(sql)
      }
    },
  })
  journalDeliveries(watched, Buffer.alloc(32, 1))
  journalDeadLetters(watched)
  deliveryCounts(watched)
  expect(plans.length).toBeGreaterThan(10)
  expect(plans.filter((step) => step.includes('delivery_by_'))).toEqual([])
})
