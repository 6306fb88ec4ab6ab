import { expect, test } from 'vitest'
import { utcOffsets } from './utc-offsets.ts'

const hourMs = 3_600_000
const [from, to] = [Date.UTC(2026, 0), Date.UTC(2027, 0)]
const [spring, autumn] = [Date.UTC(2026, 2, 29, 1), Date.UTC(2026, 9, 25, 1)]
const quarterOf = (ms: number) => ms / 900_000

test('each change of the clocks is found to the quarter of an hour', () => {
  const berlin = (ms: number) => (ms >= spring && ms < autumn ? 2 : 1) * hourMs
  expect(utcOffsets(from, to, berlin)).toEqual({ changes: [spring, autumn].map(quarterOf), offsets: [4, 8, 4] })
})

test('a time zone that changes nothing has one offset, also one of less than an hour', () => {
  expect(utcOffsets(from, to, () => 5.75 * hourMs)).toEqual({ changes: [], offsets: [23] })
  expect(utcOffsets(from, to, () => -3.5 * hourMs)).toEqual({ changes: [], offsets: [-14] })
})
