import { expect, test } from 'vitest'
import { hasMissed, readingOf } from './stream-position.ts'

test.each([
  [7, undefined, 'next'],
  [8, 7, 'next'],
  [7, 7, 'known'],
  [3, 7, 'known'],
  [9, 7, 'gap'],
])('%i after %s is read as %s', (id, last, reading) => {
  expect(readingOf(id, last)).toBe(reading)
})

test('a stream that is ahead of the last event means that events were missed', () => {
  expect([hasMissed(8, 7), hasMissed(7, 7), hasMissed(6, 7), hasMissed(5, undefined)]).toEqual([
    true,
    false,
    false,
    false,
  ])
})
