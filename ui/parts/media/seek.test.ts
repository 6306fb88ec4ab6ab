import { expect, test } from 'vitest'
import { clockOf, soughtBy } from './seek.ts'

test.each([
  ['ArrowRight', 4, 12, 5],
  ['ArrowUp', 4, 12, 5],
  ['ArrowLeft', 4, 12, 3],
  ['ArrowLeft', 0.4, 12, 0],
  ['ArrowRight', 11.8, 12, 12],
  ['ArrowRight', 30, 90, 35],
  ['PageDown', 30, 90, 21],
  ['Home', 30, 90, 0],
  ['End', 30, 90, 90],
])('%s leads from second %s of %s to %s', (key, atS, durationS, to) => {
  expect(soughtBy(key, { atS, durationS })).toBeCloseTo(to)
})

test('other keys do not seek', () => {
  expect(soughtBy('Tab', { atS: 3, durationS: 9 })).toBeUndefined()
})

test.each([
  [0, '0:00'],
  [7.9, '0:07'],
  [750, '12:30'],
  [3723, '1:02:03'],
])('%s seconds are written as %s', (seconds, written) => {
  expect(clockOf(seconds)).toBe(written)
})
