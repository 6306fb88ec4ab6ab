import { expect, test } from 'vitest'
import type { RowId } from '../contract/ids.ts'
import type { SeenRow } from '../domain/changes.ts'
import { snapshotOf } from '../domain/test-snapshot.ts'
import { SeenRows } from './seen-rows.ts'

const most = 100
/** Only these fields of a row matter here. */
const row = (rowid: number, sentAtMs = rowid): SeenRow =>
  ({ rowid: rowid as RowId, sentAtMs, snapshot: snapshotOf() }) as SeenRow
const rowidsOf = (rows: SeenRows) => [...rows.values()].map(({ rowid }) => Number(rowid))

test('however many rows come, barely more than the limit are kept, the newest ones', () => {
  const seen = new SeenRows([], most)
  for (let rowid = 1; rowid <= 5_000; rowid++) {
    seen.put([row(rowid)])
    expect(rowidsOf(seen).length).toBeLessThanOrEqual(most * 1.1)
  }
  expect(rowidsOf(seen).slice(-most)).toEqual(Array.from({ length: most }, (_, place) => 5_000 - most + 1 + place))
})

test('the rows with the oldest dates are dropped first, in whatever order they came', () => {
  const seen = new SeenRows([row(1, 9_000)], most)
  seen.put(Array.from({ length: most * 2 }, (_, place) => row(place + 2)))
  expect(seen.get(1 as RowId)).toBeDefined()
  expect(seen.get(2 as RowId)).toBeUndefined()
})

test('rows sent before a given moment are forgotten', () => {
  const seen = new SeenRows([row(1), row(2), row(3)], most)
  seen.forgetBefore(2)
  expect(rowidsOf(seen)).toEqual([2, 3])
  seen.delete(2 as RowId)
  expect(rowidsOf(seen)).toEqual([3])
  seen.forgetAll()
  expect(rowidsOf(seen)).toEqual([])
})
