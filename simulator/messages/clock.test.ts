import { expect, it } from 'vitest'
import { exactClock } from './clock.ts'

const noonMs = Date.UTC(2026, 10, 20, 12)

it('separates readings in the same millisecond by a microsecond each', () => {
  const now = exactClock(() => noonMs)
  expect([now(), now(), now()]).toEqual([noonMs, noonMs + 0.001, noonMs + 0.002])
})

it('follows the wall clock, even when that is set back', () => {
  const wallMs = [noonMs, noonMs + 5, noonMs - 3_600_000]
  const now = exactClock(() => wallMs.shift() ?? 0)
  expect([now(), now(), now()]).toEqual([noonMs, noonMs + 5, noonMs - 3_600_000])
})

it('never goes back during the ten thousand messages of one commit', () => {
  const now = exactClock(() => noonMs)
  const moments = Array.from({ length: 10_000 }, now)
  expect(new Set(moments).size).toBe(10_000)
  expect(moments).toEqual(moments.toSorted((a, b) => a - b))
})
