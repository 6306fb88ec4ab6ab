import { expect, test } from 'vitest'
import { isMissed } from './missed.ts'

const minuteMs = 60_000
const limits = { missedAfterMs: 10 * minuteMs, seenAtMs: null }

test.each<[string, number, boolean]>([
  ['at its time', 0, false],
  ['within the limit', 10 * minuteMs, false],
  ['after the limit', 10 * minuteMs + 1, true],
  ['before its time, on a clock that was set back', -minuteMs, false],
])('a scheduled send that is seen %s', (_when, lateMs, expected) => {
  expect(isMissed({ hold: 'scheduled', sendAtMs: 0 }, { ...limits, nowMs: lateMs })).toBe(expected)
})

test('a send that waits for the limit of messages is missed only when nobody has watched it for too long', () => {
  const due = { hold: 'due', sendAtMs: 0 } as const
  expect(isMissed(due, { ...limits, nowMs: 60 * minuteMs, seenAtMs: 59 * minuteMs })).toBe(false)
  expect(isMissed(due, { ...limits, nowMs: 60 * minuteMs, seenAtMs: 49 * minuteMs })).toBe(true)
})
