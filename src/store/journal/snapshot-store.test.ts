import { expect, test } from 'vitest'
import type { ChatGuid, MessageGuid, RowId } from '../../contract/ids.ts'
import type { SeenRow } from '../../domain/changes.ts'
import { snapshotOf } from '../../domain/test-snapshot.ts'
import { type SnapshotUpdate, snapshotStore } from './snapshot-store.ts'
import { ingestInto, journalInMemory, nobody, pageOf, relayed, skipped } from './test-journal.ts'

const chatGuid = 'any;-;+12025550123' as ChatGuid
const seen = (rowid: number, changes: Partial<SeenRow> = {}): SeenRow => ({
  rowid: rowid as RowId,
  guid: `guid-${rowid}` as MessageGuid,
  sentAtMs: rowid * 1_000,
  signature: '0 1 2',
  snapshot: snapshotOf({ chatGuid, tapback: { targetGuid: 'target' as MessageGuid, emoji: '👍', added: true } }),
  ...changes,
})
const update = (changes: Partial<SnapshotUpdate>): SnapshotUpdate => ({
  snapshots: [],
  gone: [],
  events: [],
  again: [],
  nowMs: 5_000,
  ...changes,
})

function seenOf() {
  const db = journalInMemory()
  return { db, store: snapshotStore(db), ingest: ingestInto(db) }
}

test('snapshots are stored completely, and read from a date on', () => {
  const { store } = seenOf()
  store.update(update({ snapshots: [seen(1), seen(2), seen(3)] }))
  expect([...store.since(2_000, 100)]).toEqual([seen(3), seen(2)])
})

test('when there are more rows than the limit, the newest are returned, newest first', () => {
  const { store } = seenOf()
  store.update(update({ snapshots: [seen(3), seen(1), seen(2)] }))
  expect([...store.since(0, 2)]).toEqual([seen(3), seen(2)])
})

test('a changed row replaces its snapshot, and the snapshot of a removed row is forgotten', () => {
  const { store } = seenOf()
  store.update(update({ snapshots: [seen(1), seen(2)] }))
  const edited = seen(1, { signature: '9 9 9', sentAtMs: 1_500 })
  store.update(update({ snapshots: [edited], gone: [2 as RowId] }))
  expect([...store.since(0, 100)]).toEqual([edited])
})

test('events are written in order', () => {
  const { db, store } = seenOf()
  const events = [
    { type: 'message_edited', chat_guid: chatGuid, rowid: 1 },
    { type: 'tapback_removed', chat_guid: chatGuid, rowid: 2, target_guid: 'target', emoji: null },
  ] as const
  store.update(update({ events }))
  const told = db.prepare('SELECT payload, at_ms FROM event ORDER BY id').all()
  expect(told.map(({ payload }) => JSON.parse(String(payload)))).toEqual(events)
  expect(told.map(({ at_ms }) => at_ms)).toEqual([5_000, 5_000])
})

test('only a row that was skipped as from_me counts as taken as mine', () => {
  const { store, ingest } = seenOf()
  ingest.commit(pageOf([skipped(1, 'from_me'), skipped(2, 'junk'), relayed(3)]), nobody)
  expect([1, 2, 3, 4].map((rowid) => store.wasIngestedAsMine(`guid-${rowid}` as MessageGuid))).toEqual([
    true,
    false,
    false,
    false,
  ])
})

test('a row to be ingested again is no longer known and waits; a relayed one stays known', () => {
  const { store, ingest } = seenOf()
  ingest.commit(pageOf([skipped(1, 'from_me'), relayed(2)]), nobody)
  store.update(update({ again: [seen(1), seen(2)] }))
  expect([1, 2].map((rowid) => ingest.knows(`guid-${rowid}` as MessageGuid))).toEqual([false, true])
  expect(ingest.waiting()[0]).toEqual({ rowid: 1, guid: 'guid-1', firstSeenMs: 5_000 })
})

test('an update is stored as a whole or not at all', () => {
  const { store } = seenOf()
  const broken = seen(2, { signature: null as unknown as string })
  expect(() => store.update(update({ snapshots: [seen(1), broken] }))).toThrow()
  expect([...store.since(0, 100)]).toEqual([])
})

test('a damaged snapshot counts as not seen, and does not affect the others', () => {
  const { db, store } = seenOf()
  store.update(update({ snapshots: [seen(1), seen(2)] }))
  db.exec(`UPDATE seen SET look = '{"edit' WHERE src_rowid = 1`)
  expect([...store.since(0, 100)]).toEqual([seen(2)])
})
