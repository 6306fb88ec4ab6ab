import { expect, test } from 'vitest'
import { beginningOf, hoursUntil, midnight, stepsOf } from './statistics-window.ts'

/** A local time. */
const at = (day: number, hour: number, minute = 0): number => new Date(2026, 2, day, hour, minute).getTime()
const nowMs = at(20, 15, 42)

test('the last 24 hours are whole, and the current one is the last of them', () => {
  expect(hoursUntil(nowMs)).toHaveLength(24)
  expect([hoursUntil(nowMs)[0], hoursUntil(nowMs).at(-1)]).toEqual([at(19, 16), at(20, 15)])
  expect(beginningOf('24h', nowMs)).toBe(at(19, 16))
})

test('hours begin with the day where a time zone differs by half an hour', () => {
  expect(hoursUntil(nowMs, at(20, 0, 30)).at(-1)).toBe(at(20, 15, 30))
  expect(hoursUntil(at(20, 0, 10), at(20, 0, 30)).at(-1)).toBe(at(19, 23, 30))
})

test('days are whole, and today is the last of them', () => {
  expect(beginningOf('7d', nowMs)).toBe(at(14, 0))
  expect(stepsOf('7d', nowMs, 0)).toEqual([14, 15, 16, 17, 18, 19, 20].map((day) => at(day, 0)))
  expect(stepsOf('365d', nowMs, 0)).toHaveLength(365)
  expect(midnight(nowMs, -1)).toBe(at(19, 0))
})

test('everything begins with the day on which counting began', () => {
  expect(beginningOf('all', nowMs)).toBeUndefined()
  expect(stepsOf('all', nowMs, at(18, 13))).toEqual([18, 19, 20].map((day) => at(day, 0)))
  expect(stepsOf('all', nowMs, nowMs + 5)).toEqual([at(20, 0)])
})
