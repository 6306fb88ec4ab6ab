import { expect, test } from 'vitest'
import type { MediaItem } from '../../../src/contract/media.ts'
import { itemAfter, lineOf, linesOf } from './lines.ts'

const itemOf = (month: number, rowid: number) =>
  ({ message: { rowid, ts: new Date(2026, month, 15, 12).toISOString() } }) as MediaItem

/** Five of May, one of April, four of March, in lines of three. */
const items = [4, 4, 4, 4, 4, 3, 2, 2, 2, 2].map(itemOf)
const lines = linesOf(items, 3)

test('each month has its heading and begins a new line', () => {
  const shown = lines.map((line) => (line.is === 'month' ? line.month.getMonth() : [line.at, line.items.length]))
  expect(shown).toEqual([4, [0, 3], [3, 2], 3, [5, 1], 2, [6, 3], [9, 1]])
  expect(linesOf([], 3)).toEqual([])
})

test('each item is found in its line', () => {
  expect(items.map((_, at) => lineOf(lines, at))).toEqual([1, 1, 1, 2, 2, 4, 6, 6, 6, 7])
  expect(lineOf(lines, 10)).toBe(-1)
})

test.each([
  ['ArrowRight', 2, 3],
  ['ArrowRight', 9, 9],
  ['ArrowLeft', 0, 0],
  ['ArrowDown', 1, 4],
  ['ArrowDown', 2, 4],
  ['ArrowDown', 4, 5],
  ['ArrowDown', 9, 9],
  ['ArrowUp', 8, 5],
  ['ArrowUp', 1, 1],
  ['Home', 7, 0],
  ['End', 1, 9],
  ['a', 1, undefined],
])('%s leads from item %i to item %s', (key, at, to) => {
  expect(itemAfter(key, at, { lines, count: items.length, isRightToLeft: false })).toBe(to)
})

test('where one reads from right to left, the arrows lead the other way', () => {
  const going = { lines, count: items.length, isRightToLeft: true }
  expect([itemAfter('ArrowLeft', 1, going), itemAfter('ArrowRight', 1, going)]).toEqual([2, 0])
})
