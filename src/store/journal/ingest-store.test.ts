import { expect, test } from 'vitest'
import type { MessageGuid, RowId } from '../../contract/ids.ts'
import type { RelayMessage } from '../../domain/message.ts'
import { journalIntake } from './ingest-store.ts'
import { journalInMemory, pageOf, positionAt, relayed, skipped } from './test-journal.ts'

function intakeOf() {
  const db = journalInMemory()
  const queued: RelayMessage[] = []
  const intake = journalIntake(db)
  const rows = (sql: string) => db.prepare(sql).all()
  const count = (table: string) => Number(rows(`SELECT count(*) AS n FROM ${table}`)[0]?.n)
  return { db, intake, queued, enqueue: (message: RelayMessage) => void queued.push(message), rows, count }
}

const waitingRow = { rowid: 7 as RowId, guid: 'guid-7' as MessageGuid }

test('a message is written together with its events, its delivery and the cursor', () => {
  const { intake, queued, enqueue, rows } = intakeOf()
  intake.commit(pageOf([relayed(5)], { nowMs: 1_000 }), enqueue)
  expect(queued.map(({ text }) => text)).toEqual(['text 5'])
  expect(intake.position()).toEqual(positionAt(5))
  expect(intake.knows('guid-5' as MessageGuid)).toBe(true)
  expect(rows('SELECT type, chat_guid, rowid_of_message, at_ms FROM event')).toMatchObject([
    { type: 'new_message', chat_guid: 'any;-;+12025550123', rowid_of_message: 5, at_ms: 1_000 },
  ])
})

test('when a delivery cannot be queued, nothing is ingested, the cursor stays, and the batch can be tried again', () => {
  const { intake, enqueue, count } = intakeOf()
  intake.commit(pageOf([relayed(1)]), enqueue)
  const batch = pageOf([relayed(2), relayed(3)], { waiting: [waitingRow] })
  const failing = ({ rowid }: RelayMessage) => {
    if (rowid === 3) throw new Error('disk full')
  }
  expect(() => intake.commit(batch, failing)).toThrow('disk full')
  expect(intake.position()).toEqual(positionAt(1))
  expect([count('inbox'), count('event'), count('waiting')]).toEqual([1, 1, 0])
  intake.commit(batch, enqueue)
  expect(intake.position()).toEqual(positionAt(3))
})

test('a known message is ignored: no second event, no second delivery, and its first outcome stays', () => {
  const { intake, queued, enqueue, rows, count } = intakeOf()
  intake.commit(pageOf([relayed(1)]), enqueue)
  intake.commit(pageOf([relayed(9, { guid: 'guid-1' as MessageGuid }), skipped(1, 'junk')]), enqueue)
  expect(queued).toHaveLength(1)
  expect(count('event')).toBe(1)
  expect(rows('SELECT src_rowid, outcome FROM inbox')).toMatchObject([{ src_rowid: 1, outcome: 'relayed' }])
})

test('a skipped message is recorded with its outcome, without its text and without a delivery', () => {
  const { intake, queued, enqueue, rows } = intakeOf()
  intake.commit(pageOf([skipped(4, 'out_of_scope')]), enqueue)
  expect(queued).toEqual([])
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
  const { intake, enqueue, count } = intakeOf()
  intake.moveTo(positionAt(3))
  const position = { ...positionAt(0), rowid: rowid as RowId }
  expect(() => intake.commit(pageOf([relayed(4)], { position }), enqueue)).toThrow('no ROWID')
  expect(() => intake.moveTo(position)).toThrow('no ROWID')
  expect(intake.position()).toEqual(positionAt(3))
  expect(count('inbox')).toBe(0)
})

test('a row waits from when it was first seen until it is settled', () => {
  const { intake, enqueue } = intakeOf()
  intake.commit(pageOf([], { waiting: [waitingRow], nowMs: 1_000 }), enqueue)
  intake.commit(pageOf([], { waiting: [waitingRow], nowMs: 9_000 }), enqueue)
  expect(intake.waiting()).toEqual([{ ...waitingRow, firstSeenMs: 1_000 }])
  intake.commit(pageOf([relayed(7)], { settled: [waitingRow.rowid], nowMs: 10_000 }), enqueue)
  expect(intake.waiting()).toEqual([])
})

test('rows wait in ROWID order', () => {
  const { intake, enqueue } = intakeOf()
  const rows = [9, 7, 8].map((rowid) => ({ rowid: rowid as RowId, guid: `guid-${rowid}` as MessageGuid }))
  intake.commit(pageOf([], { waiting: rows }), enqueue)
  expect(intake.waiting().map(({ rowid }) => rowid)).toEqual([7, 8, 9])
})

test('twins are counted within their window, both ends included', () => {
  const { intake, enqueue } = intakeOf()
  const sent = [1_000, 2_000, 3_000].map((sentAtMs, index) => relayed(index + 1, { twinText: 'hello', sentAtMs }))
  intake.commit(pageOf(sent), enqueue)
  expect([0, 1_000, 2_000].map((windowMs) => intake.twins('hello', 2_000, windowMs))).toEqual([1, 3, 3])
  expect(intake.twins('hello', 2_500, 400)).toBe(0)
  expect(intake.twins('other', 2_000, 9_000)).toBe(0)
})

test('the text of a message that is not relayed is not in the journal, not even through its twin key', () => {
  const { intake, enqueue, rows } = intakeOf()
  intake.commit(pageOf([skipped(1, 'out_of_scope', { twinText: 'a secret' })]), enqueue)
  expect(Buffer.from(JSON.stringify(rows('SELECT * FROM inbox'))).includes('a secret')).toBe(false)
})
