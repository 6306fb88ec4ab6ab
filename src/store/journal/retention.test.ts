import { expect, test } from 'vitest'
import type { DeliveryId, MessageGuid, RowId } from '../../contract/ids.ts'
import { snapshotOf } from '../../domain/test-snapshot.ts'
import { journalDeliveries } from './deliveries.ts'
import type { IngestedRow } from './ingest-store.ts'
import { pruneJournal } from './retention.ts'
import { snapshotStore } from './snapshot-store.ts'
import { ingestInto, journalInMemory, pageOf, relayed, skipped, toIntegrations } from './test-journal.ts'

const dayMs = 86_400_000
const nowMs = 500 * dayMs

function journalOf() {
  const db = journalInMemory()
  const ingest = ingestInto(db)
  const take = (rows: readonly IngestedRow[], daysAgo: number) =>
    ingest.commit(pageOf(rows, { nowMs: nowMs - daysAgo * dayMs }), toIntegrations('hook'))
  const deliveries = journalDeliveries(db, Buffer.alloc(32, 1))
  /** Settles a delivery at the time at which it was created. */
  const settle = (guid: string, state: 'acked' | 'dead') => {
    const row = db.prepare('SELECT id, integration, created_at_ms FROM delivery WHERE guid = ?').get(guid)
    const owner = { id: row?.id as DeliveryId, integration: String(row?.integration) }
    const outcome =
      state === 'acked' ? { outcome: state } : { outcome: state, attempts: 1, crashes: 0, error: 'refused' }
    deliveries.settle([{ ...owner, ...outcome }], Number(row?.created_at_ms))
  }
  const texts = () =>
    db
      .prepare('SELECT guid FROM inbox WHERE payload IS NOT NULL ORDER BY guid')
      .all()
      .map(({ guid }) => guid)
  const guids = () =>
    db
      .prepare('SELECT guid FROM inbox ORDER BY guid')
      .all()
      .map(({ guid }) => guid)
  const count = (table: string) => Number(db.prepare(`SELECT count(*) AS n FROM ${table}`).get()?.n)
  return { db, ingest, take, settle, texts, guids, count }
}

test('a message of this week keeps its text', () => {
  const { db, take, settle, texts } = journalOf()
  take([relayed(1)], 6)
  settle('guid-1', 'acked')
  expect(pruneJournal(db, nowMs)).toBe(false)
  expect(texts()).toEqual(['guid-1'])
})

test('after a week the text is removed, but the message is still known', () => {
  const { db, ingest, take, settle, texts } = journalOf()
  take([relayed(1)], 8)
  settle('guid-1', 'acked')
  pruneJournal(db, nowMs)
  expect(texts()).toEqual([])
  expect(ingest.knows('guid-1' as MessageGuid)).toBe(true)
})

test('a message that is pending, or dead and may be retried, keeps its text however old it is', () => {
  const { db, take, settle, texts } = journalOf()
  take([relayed(1), relayed(2), relayed(3)], 60)
  settle('guid-2', 'dead')
  settle('guid-3', 'acked')
  pruneJournal(db, nowMs)
  expect(texts()).toEqual(['guid-1', 'guid-2'])
})

test('after five weeks a message is forgotten, whether it was relayed or not', () => {
  const { db, take, settle, guids } = journalOf()
  take([relayed(1), skipped(2, 'junk')], 36)
  take([relayed(3), skipped(4, 'junk')], 34)
  settle('guid-1', 'acked')
  settle('guid-3', 'acked')
  pruneJournal(db, nowMs)
  expect(guids()).toEqual(['guid-3', 'guid-4'])
})

test('events are kept for a week', () => {
  const { db, take } = journalOf()
  take([skipped(1, 'junk')], 8)
  take([skipped(2, 'junk')], 6)
  pruneJournal(db, nowMs)
  expect(db.prepare('SELECT rowid_of_message FROM event').all()).toMatchObject([{ rowid_of_message: 2 }])
})

test('when there are too many events of one week the oldest are removed, and ids are never assigned again', () => {
  const { db, count } = journalOf()
  db.prepare(`INSERT INTO event (type, chat_guid, rowid_of_message, at_ms, payload)
    WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 101200) SELECT 'new_message', 'c', i, ?, '{}' FROM n`).run(
    nowMs,
  )
  for (let isMore = true; isMore; ) isMore = pruneJournal(db, nowMs)
  expect(count('event')).toBe(100_000)
  expect(db.prepare('SELECT min(id) AS first FROM event').get()).toMatchObject({ first: 1_201 })
})

test('the snapshot of a row is forgotten a day after the row left the window that is compared', () => {
  const { db } = journalOf()
  const store = snapshotStore(db)
  const seenAt = (rowid: number, daysAgo: number) => ({
    rowid: rowid as RowId,
    guid: `guid-${rowid}` as MessageGuid,
    sentAtMs: nowMs - daysAgo * dayMs,
    signature: '',
    snapshot: snapshotOf(),
  })
  store.update({ snapshots: [seenAt(1, 9), seenAt(2, 7)], gone: [], events: [], again: [], nowMs })
  pruneJournal(db, nowMs)
  expect([...store.since(0, 10)].map(({ rowid }) => rowid)).toEqual([2])
})

test('large amounts are removed in slices, each call returns whether more is left, and the cursor is not touched', () => {
  const { db, ingest, take, guids } = journalOf()
  take(
    Array.from({ length: 1_200 }, (_, index) => skipped(index + 1, 'junk')),
    60,
  )
  const position = ingest.position()
  const left: number[] = []
  for (let isMore = true; isMore; left.push(guids().length)) isMore = pruneJournal(db, nowMs)
  expect(left).toEqual([700, 200, 0])
  expect(ingest.position()).toEqual(position)
})

test('how much came in and was delivered is remembered for more than a year', () => {
  const { db, take, settle, count } = journalOf()
  take([relayed(1)], 401)
  take([relayed(2)], 399)
  settle('guid-1', 'acked')
  settle('guid-2', 'acked')
  const counts = () => [count('message_traffic'), count('delivery_traffic')]
  expect(counts()).toEqual([2, 2])
  for (let isMore = true; isMore; ) isMore = pruneJournal(db, nowMs)
  expect([count('inbox'), ...counts()]).toEqual([0, 1, 1])
})
