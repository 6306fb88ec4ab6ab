import { expect, test } from 'vitest'
import { scaleOf } from './scale.ts'

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
