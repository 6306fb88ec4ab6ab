import { expect, it } from 'vitest'
import { dueAtMs, retryDelayMs, worthAnotherTry } from './retry-schedule.ts'

const dayMs = 86_400_000
const inTheMiddle = () => 0.5

it('doubles the pause from one second to five minutes', () => {
  const pauses = [1, 2, 3, 9, 10, 1_000].map((failures) => retryDelayMs(failures, inTheMiddle))
  expect(pauses).toEqual([1_000, 2_000, 4_000, 256_000, 300_000, 300_000])
})

it('varies each pause by a fifth in either direction', () => {
  expect([retryDelayMs(1, () => 0), retryDelayMs(1, () => 1)]).toEqual([800, 1_200])
})

it('gives up after a day of retries, and not before', () => {
  expect(worthAnotherTry({ attempts: 300, createdAtMs: 0, nowMs: dayMs - 1 })).toBe(true)
  expect(worthAnotherTry({ attempts: 300, createdAtMs: 0, nowMs: dayMs })).toBe(false)
})

it('does not give up a delivery that merely waited for a day', () => {
  expect(worthAnotherTry({ attempts: 1, createdAtMs: 0, nowMs: 10 * dayMs })).toBe(true)
})

it('a past due time means now, and one from before the clock was set back at most an hour from now', () => {
  expect(dueAtMs(5, 10)).toBe(10)
  expect(dueAtMs(15, 10)).toBe(15)
  expect(dueAtMs(10 * dayMs, 10)).toBe(3_600_010)
})
