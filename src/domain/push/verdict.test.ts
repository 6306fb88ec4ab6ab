import { expect, test } from 'vitest'
import { retryAfterMs, verdictOf } from './verdict.ts'

test.each([
  [201, 'taken'],
  [404, 'gone'],
  [410, 'gone'],
  [429, 'later'],
  [503, 'later'],
  [307, 'refused'],
  [400, 'refused'],
  [403, 'refused'],
  [413, 'refused'],
] as const)('%i: %s', (status, verdict) => {
  expect(verdictOf(status)).toBe(verdict)
})

test('a pause is read in seconds or as a date, and never longer than an hour', () => {
  const nowMs = Date.UTC(2026, 0, 1)
  expect(
    [undefined, '30', 'Thu, 01 Jan 2026 00:01:00 GMT', '86400', 'soon', '-5'].map((each) => retryAfterMs(each, nowMs)),
  ).toEqual([0, 30_000, 60_000, 3_600_000, 0, 0])
})
