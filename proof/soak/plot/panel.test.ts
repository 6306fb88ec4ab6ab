import { expect, test } from 'vitest'
import { apart, pathOf, scaleOf } from './panel.ts'

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

test.each([
  [163, [0, 50, 100, 150, 200]],
  [8, [0, 2, 4, 6, 8]],
  [0.9, [0, 0.5, 1]],
  [0, [0, 1]],
])('up to %d the steps are round', (most, ticks) =>
  expect(scaleOf({ most, from: 0, to: 1 }).ticks.map((tick) => Math.round(tick * 1e6) / 1e6)).toEqual(ticks),
)

test('zero and the last tick are at the ends', () => {
  const { at } = scaleOf({ most: 163, from: 120, to: 20 })
  expect([at(0), at(100), at(200)]).toEqual([120, 70, 20])
})
