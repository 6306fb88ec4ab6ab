import { expect, test } from 'vitest'
import { apart, pathOf } from './line.ts'

test('points are joined, but not across a gap', () => {
  const points = [0, 1, 2, 9, 10].map((x) => ({ x, y: x / 3 }))
  expect(pathOf(points, 2)).toBe('M0 0L1 0.3L2 0.7M9 3L10 3.3')
  expect(pathOf(points)).toBe('M0 0L1 0.3L2 0.7L9 3L10 3.3')
  expect(pathOf([])).toBe('')
})

test.each([
  ['what lies far apart stays', [10, 50, 90], [10, 50, 90]],
  ['what lies close is moved downwards', [50, 52, 51], [50, 74, 62]],
  ['what would lie below the lowest place moves up', [95, 98], [88, 100]],
])('%s', (_what, places, moved) => expect(apart(places, { least: 12, lowest: 100 })).toEqual(moved))
