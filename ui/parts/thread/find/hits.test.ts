import { expect, test } from 'vitest'
import { nearestHit, queryIn } from './hits.ts'

const hits = [
  { rowid: 9, ts: '2026-03-09T00:00:00Z' },
  { rowid: 5, ts: '2026-03-05T00:00:00Z' },
  { rowid: 2, ts: '2026-03-02T00:00:00Z' },
]

test('finding starts at the reading position and goes back in time', () => {
  expect(nearestHit(hits, '2026-03-06T00:00:00Z')?.rowid).toBe(5)
  expect(nearestHit(hits, '2026-03-05T00:00:00Z')?.rowid).toBe(5)
  expect(nearestHit(hits, undefined)?.rowid).toBe(9)
})

test('above all matches, the oldest is the nearest', () => {
  expect(nearestHit(hits, '2026-03-01T00:00:00Z')?.rowid).toBe(2)
  expect(nearestHit([], '2026-03-01T00:00:00Z')).toBeUndefined()
})

test('only this conversation is searched', () => {
  expect(queryIn('any;-;+12025550123', 'zebra')).toBe('in:"any;-;+12025550123" zebra')
})
