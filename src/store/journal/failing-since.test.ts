import { expect, test } from 'vitest'
import type { DeliveryId } from '../../contract/ids.ts'
import { journalDeadLetters } from './dead-letters.ts'
import { journalDeliveries, type Settlement } from './deliveries.ts'
import { failingSince } from './failing-since.ts'
import { ingestInto, journalInMemory, pageOf, relayed, toIntegrations } from './test-journal.ts'

function journalWith(messages: number) {
  const db = journalInMemory()
  const rows = Array.from({ length: messages }, (_, at) => relayed(at + 1))
  ingestInto(db).commit(pageOf(rows), toIntegrations('webhook', 'ntfy'))
  const deliveries = journalDeliveries(db, Buffer.alloc(32, 1))
  const ids = deliveries.next({ integration: 'webhook', afterSeq: 0, limit: messages }, []).map(({ id }) => id)
  const settle = (at: number, outcome: Outcome, nowMs: number) =>
    deliveries.settle([{ integration: 'webhook', id: ids[at] as DeliveryId, ...outcome } as Settlement], nowMs)
  return { db, ids, settle, since: () => failingSince(db)('webhook') }
}

type Outcome = Record<string, unknown>
const refused = (attempts: number): Outcome => ({
  outcome: 'retry',
  attempts,
  crashes: 0,
  nextAtMs: 0,
  error: 'refused',
})
const dead: Outcome = { outcome: 'dead', attempts: 1, crashes: 0, error: 'refused' }
const acked: Outcome = { outcome: 'acked' }

test('a plugin without a failure is not failing, however much waits', () => {
  expect(journalWith(30).since()).toBeNull()
})

test('it fails since the first failed attempt of what waits, until that has succeeded', () => {
  const { settle, since } = journalWith(3)
  settle(1, refused(1), 1_000)
  settle(1, refused(2), 2_000)
  settle(2, refused(1), 3_000)
  expect(since()).toBe(1_000)
  settle(1, acked, 4_000)
  expect(since()).toBe(3_000)
  settle(2, acked, 5_000)
  expect(since()).toBeNull()
})

test('what failed for good counts until a later delivery succeeds, or somebody drops it', () => {
  const { db, ids, settle, since } = journalWith(4)
  settle(0, acked, 1_000)
  settle(1, dead, 2_000)
  settle(2, dead, 3_000)
  expect(since()).toBe(2_000)
  journalDeadLetters(db).drop(ids[1] as DeliveryId, 3_500)
  expect(since()).toBe(3_000)
  settle(3, acked, 4_000)
  expect(since()).toBeNull()
})

test('another plugin’s failures are its own', () => {
  const { db, settle } = journalWith(1)
  settle(0, refused(1), 1_000)
  expect(failingSince(db)('ntfy')).toBeNull()
})
