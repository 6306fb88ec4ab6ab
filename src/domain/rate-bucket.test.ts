import { expect, it } from 'vitest'
import { type Bucket, takeToken } from './rate-bucket.ts'

const startMs = Date.UTC(2026, 0, 2)
const hourMs = 3_600_000

/** Takes all tokens; returns how many there were, and how long it takes until the next. */
function drain(bucket: Bucket | undefined, nowMs: number, perMinute = 20) {
  for (let taken = 0, left = bucket; ; taken++) {
    const next = takeToken(left, { perMinute, nowMs })
    if (next.is === 'empty') return { taken, left, retryAfterS: next.retryAfterS }
    left = next.bucket
  }
}

it('holds the sends of one minute, then reports when the next is available', () => {
  expect(drain(undefined, startMs)).toMatchObject({ taken: 20, retryAfterS: 3 })
})

it.each([
  [0, 0],
  [2_999, 0],
  [3_000, 1],
  [30_000, 10],
  [59_999, 19],
  [60_000, 20],
  [hourMs, 20],
])('%i ms after it was emptied there are %i tokens', (laterMs, expected) => {
  const { left } = drain(undefined, startMs)
  expect(drain(left, startMs + laterMs).taken).toBe(expected)
})

it('refills also by fractions of a token', () => {
  let { left } = drain(undefined, startMs)
  let taken = 0
  for (let ms = 0; ms <= 60_000; ms += 1_000) {
    const next = drain(left, startMs + ms)
    taken += next.taken
    left = next.left
  }
  expect(taken).toBe(20)
})

it('a caller that waits for the reported time gets a token', () => {
  for (const perMinute of [1, 7, 20, 1_000]) {
    const { left, retryAfterS } = drain(undefined, startMs, perMinute)
    expect(takeToken(left, { perMinute, nowMs: startMs + retryAfterS * 1_000 }).is).toBe('taken')
  }
})

it('a clock that was set back locks for at most a minute', () => {
  const { left } = drain(undefined, startMs)
  expect(drain(left, startMs - hourMs).taken).toBe(20)
  const near = drain(left, startMs - 30_000)
  expect(near).toMatchObject({ taken: 0, retryAfterS: 33 })
  expect(drain(left, startMs - 30_000 + near.retryAfterS * 1_000).taken).toBe(1)
})

it('another process with a slightly earlier time refills nothing', () => {
  const { left } = drain(undefined, startMs)
  expect(drain(left, startMs - 5).taken).toBe(0)
})

it('a lower limit also caps the tokens that are left', () => {
  const { left } = drain(undefined, startMs, 100)
  expect(drain(left, startMs + 50_000, 5).taken).toBe(4)
  expect(drain({ tokens: 90, atMs: startMs }, startMs, 5).taken).toBe(5)
})
