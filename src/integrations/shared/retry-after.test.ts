import { expect, it } from 'vitest'
import { retryAfterS } from './retry-after.ts'

const nowMs = Date.parse('2026-03-01T12:00:00Z')

it.each([
  ['120', 120],
  ['0.5', 0.5],
  ['Sun, 01 Mar 2026 12:01:00 GMT', 60],
  ['Sun, 01 Mar 2026 11:00:00 GMT', undefined],
  ['0', undefined],
  ['-1', undefined],
  ['soon', undefined],
  [' ', undefined],
  [undefined, undefined],
])('reads %j', (header, seconds) => {
  expect(retryAfterS(header, nowMs)).toBe(seconds)
})
