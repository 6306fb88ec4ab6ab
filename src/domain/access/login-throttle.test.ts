import { expect, it } from 'vitest'
import { delayMs, delayOfAddressMs, recent } from './login-throttle.ts'

const nowMs = Date.UTC(2026, 0, 1)
const minuteMs = 60_000

/** Returns as many guesses as fit into a period, each made as soon as it is allowed. */
function guesses(forMs: number, delay: typeof delayMs) {
  const failures: number[] = []
  for (let atMs = nowMs; atMs < nowMs + forMs; ) {
    const waitMs = delay(failures, atMs)
    if (waitMs === 0) failures.push(atMs)
    else atMs += waitMs
  }
  return failures
}

it('the first five failures cause no delay', () => {
  expect(guesses(1, delayMs)).toHaveLength(5)
})

it.each([
  [5, 1],
  [6, 2],
  [7, 4],
  [8, 8],
  [9, 16],
  [10, 32],
  [11, 60],
  [30, 60],
  [2_000, 60],
])('after %i failures the next guess waits for %i s', (count, seconds) => {
  const failures = Array.from({ length: count }, () => nowMs)
  expect(delayMs(failures, nowMs)).toBe(seconds * 1_000)
  expect(delayMs(failures, nowMs + seconds * 1_000)).toBe(0)
})

it('allows at most twelve guesses in any minute', () => {
  const made = guesses(60 * minuteMs, delayMs)
  const inMinuteFrom = (fromMs: number) => made.filter((atMs) => atMs >= fromMs && atMs < fromMs + minuteMs).length
  expect(Math.max(...made.map(inMinuteFrom))).toBeLessThanOrEqual(12)
})

it('one address gets ten guesses in a quarter of an hour, and more after it', () => {
  expect(guesses(15 * minuteMs, delayOfAddressMs)).toHaveLength(10)
  expect(guesses(60 * minuteMs, delayOfAddressMs).length).toBeGreaterThan(20)
})

it('forgets failures after a quarter of an hour', () => {
  const failures = Array.from({ length: 10 }, (_, n) => nowMs + n)
  expect(delayOfAddressMs(failures, nowMs + 1_000)).toBeGreaterThan(14 * minuteMs)
  expect(delayOfAddressMs(failures, nowMs + 15 * minuteMs + 10)).toBe(0)
  expect(recent(failures, nowMs + 15 * minuteMs + 5)).toHaveLength(4)
})

it('does not lock anyone out when the clock is set back', () => {
  const failures = Array.from({ length: 10 }, () => nowMs)
  expect(delayOfAddressMs(failures, nowMs - 24 * 60 * minuteMs)).toBe(0)
})
