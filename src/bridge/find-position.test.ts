import { expect, test } from 'vitest'
import type { MessageGuid, RowId } from '../contract/ids.ts'
import type { Position } from '../store/journal/position.ts'
import { findPosition, type Landmarks } from './find-position.ts'

const nowMs = Date.UTC(2026, 5, 1)
const position: Position = {
  rowid: 100 as RowId,
  guid: 'guid-100' as MessageGuid,
  newestMs: nowMs,
  epoch: 0,
  rescan: null,
}
const guidsTo = (end: number) => (rowid: RowId) => (rowid <= end ? (`guid-${rowid}` as MessageGuid) : undefined)
const database = (end: number, changes: Partial<Landmarks> = {}): Landmarks => ({
  maxRowid: end as RowId,
  maxGuid: `guid-${end}` as MessageGuid,
  highestEver: end as RowId,
  newestMs: nowMs,
  guidAt: guidsTo(end),
  ...changes,
})
const asked = { known: [], sinceMs: nowMs }

test('a first run begins at the end, and nothing older is relayed', () => {
  const found = findPosition(undefined, database(500), asked)
  expect(found).toMatchObject({ is: 'first', position: { rowid: 500, guid: 'guid-500', rescan: { sinceMs: nowMs } } })
})

test('a database that grew keeps the position', () => {
  expect(findPosition(position, database(120), asked)).toEqual({ is: 'kept', position })
})

test('deleting the newest messages does not count as a rebuild', () => {
  const found = findPosition(position, database(90, { highestEver: 100 as RowId }), asked)
  expect(found.is).toBe('kept')
})

test('an older copy of the database is detected, and the position is its end', () => {
  const found = findPosition(position, database(80), asked)
  expect(found).toMatchObject({ is: 'rebuilt', position: { rowid: 80, epoch: 1, newestMs: nowMs } })
})

test('a rebuilt database is detected even when it is longer than the old one', () => {
  const renumbered = database(300, { guidAt: (rowid) => `other-${rowid}` as MessageGuid })
  expect(findPosition(position, renumbered, asked).is).toBe('rebuilt')
})

test('a rebuilt database is detected by other rows when the one at the cursor is gone', () => {
  const renumbered = database(300, {
    guidAt: (rowid) => (rowid === 100 ? undefined : (`other-${rowid}` as MessageGuid)),
  })
  const known = [{ rowid: 99 as RowId, guid: 'guid-99' as MessageGuid }]
  expect(findPosition(position, renumbered, { ...asked, known }).is).toBe('rebuilt')
})

test('after a rebuild the last quarter of an hour is scanned again', () => {
  const { position: found } = findPosition(position, database(80), asked)
  expect(found.rescan).toEqual({ sinceMs: nowMs - 15 * 60_000, afterRowid: 0, upToRowid: 80 })
})

test('after a rebuild, messages sent before the relay began are still not relayed', () => {
  const beganMs = nowMs - 60_000
  expect(findPosition({ ...position, beganMs }, database(80), asked).position.rescan?.sinceMs).toBe(beganMs)
})
