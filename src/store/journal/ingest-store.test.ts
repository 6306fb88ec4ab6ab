import { expect, test } from 'vitest'
import type { MessageGuid, RowId } from '../../contract/ids.ts'
import { ingestInto, journalInMemory, pageOf, positionAt, relayed, skipped, toIntegrations } from './test-journal.ts'

const hook = toIntegrations('hook')

function ingestOf() {
  const db = journalInMemory()
  const rows = (sql: string) => db.prepare(sql).all()
  const count = (table: string) => Number(rows(`SELECT count(*) AS n FROM ${table}`)[0]?.n)
  return { db, ingest: ingestInto(db), rows, count }
}

const waitingRow = { rowid: 7 as RowId, guid: 'guid-7' as MessageGuid }

test('a message is written together with its events, its delivery and the cursor', () => {
  const { ingest, rows } = ingestOf()
  ingest.commit(pageOf([relayed(5)], { nowMs: 1_000 }), hook)
  expect(rows('SELECT integration, guid, conversation, created_at_ms FROM delivery')).toMatchObject([
    { integration: 'hook', guid: 'guid-5', conversation: 'dm:+12025550123', created_at_ms: 1_000 },
  ])
  expect(ingest.position()).toEqual(positionAt(5))
  expect(ingest.knows('guid-5' as MessageGuid)).toBe(true)
  expect(rows('SELECT type, chat_guid, rowid_of_message, at_ms FROM event')).toMatchObject([
    { type: 'new_message', chat_guid: 'any;-;+12025550123', rowid_of_message: 5, at_ms: 1_000 },
  ])
})

test('when a delivery cannot be nothing is ingested, the cursor stays, and the batch can be tried again', () => {
  const { db, ingest, count } = ingestOf()
  ingest.commit(pageOf([relayed(1)]), hook)
  const batch = pageOf([relayed(2), relayed(3)], { waiting: [waitingRow] })
  db.exec(
    "CREATE TRIGGER full BEFORE INSERT ON delivery WHEN new.guid = 'guid-3' BEGIN SELECT RAISE(ABORT, 'disk full'); END",
  )
  expect(() => ingest.commit(batch, hook)).toThrow('disk full')
  expect(ingest.position()).toEqual(positionAt(1))
  expect(['inbox', 'event', 'delivery', 'waiting'].map(count)).toEqual([1, 1, 1, 0])
  db.exec('DROP TRIGGER full')
  ingest.commit(batch, hook)
  expect(ingest.position()).toEqual(positionAt(3))
})

test('a known message is ignored: no second event, no second delivery, and its first outcome stays', () => {
  const { ingest, rows, count } = ingestOf()
  ingest.commit(pageOf([relayed(1)]), hook)
  ingest.commit(pageOf([relayed(9, { guid: 'guid-1' as MessageGuid }), skipped(1, 'junk')]), hook)
  expect(count('delivery')).toBe(1)
  expect(count('event')).toBe(1)
  expect(rows('SELECT src_rowid, outcome FROM inbox')).toMatchObject([{ src_rowid: 1, outcome: 'relayed' }])
})

test('a skipped message is recorded with its outcome, without its text and without a delivery', () => {
  const { ingest, rows, count } = ingestOf()
  ingest.commit(pageOf([skipped(4, 'out_of_scope')]), hook)
  expect(count('delivery')).toBe(0)
  expect(rows('SELECT lane, outcome, payload FROM inbox')).toMatchObject([
    { lane: 'skipped', outcome: 'out_of_scope', payload: null },
  ])
})

test.each([
  ['undefined', undefined],
  ['NaN', Number.NaN],
  ['a fraction', 1.5],
  ['a negative number', -1],
  ['a number beyond the safe ones', 2 ** 53],
])('a cursor that is %s is refused, and nothing of its batch is kept', (_what, rowid) => {
  const { ingest, count } = ingestOf()
  ingest.moveTo(positionAt(3))
  const position = { ...positionAt(0), rowid: rowid as RowId }
  expect(() => ingest.commit(pageOf([relayed(4)], { position }), hook)).toThrow('no ROWID')
  expect(() => ingest.moveTo(position)).toThrow('no ROWID')
  expect(ingest.position()).toEqual(positionAt(3))
  expect(count('inbox')).toBe(0)
})

test('a row waits from when it was first seen until it is settled', () => {
  const { ingest } = ingestOf()
  ingest.commit(pageOf([], { waiting: [waitingRow], nowMs: 1_000 }), hook)
  ingest.commit(pageOf([], { waiting: [waitingRow], nowMs: 9_000 }), hook)
  expect(ingest.waiting()).toEqual([{ ...waitingRow, firstSeenMs: 1_000 }])
  ingest.commit(pageOf([relayed(7)], { settled: [waitingRow.rowid], nowMs: 10_000 }), hook)
  expect(ingest.waiting()).toEqual([])
})

test('rows wait in ROWID order', () => {
  const { ingest } = ingestOf()
  const rows = [9, 7, 8].map((rowid) => ({ rowid: rowid as RowId, guid: `guid-${rowid}` as MessageGuid }))
  ingest.commit(pageOf([], { waiting: rows }), hook)
  expect(ingest.waiting().map(({ rowid }) => rowid)).toEqual([7, 8, 9])
})

test('twins are counted within their window, both ends included', () => {
  const { ingest } = ingestOf()
  const sent = [1_000, 2_000, 3_000].map((sentAtMs, index) => relayed(index + 1, { twinText: 'hello', sentAtMs }))
  ingest.commit(pageOf(sent), hook)
  expect([0, 1_000, 2_000].map((windowMs) => ingest.twins('hello', 2_000, windowMs))).toEqual([1, 3, 3])
  expect(ingest.twins('hello', 2_500, 400)).toBe(0)
  expect(ingest.twins('other', 2_000, 9_000)).toBe(0)
})

test('the text of a message that is not relayed is not in the journal, not even through its twin key', () => {
  const { ingest, rows } = ingestOf()
  ingest.commit(pageOf([skipped(1, 'out_of_scope', { twinText: 'a secret' })]), hook)
  expect(Buffer.from(JSON.stringify(rows('SELECT * FROM inbox'))).includes('a secret')).toBe(false)
})
