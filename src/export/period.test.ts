import { expect, test } from 'vitest'
import { periodOf } from './period.ts'

const nowMs = new Date(2026, 5, 15, 12).getTime()
const local = (...date: [number, number, number]) => new Date(...date).getTime()

test('days, months and years count as a whole, including both ends', () => {
  expect(periodOf({ since: '2025-03-17', until: '2025-03-17' }, nowMs)).toEqual({
    fromMs: local(2025, 2, 17),
    toMs: local(2025, 2, 18),
  })
  expect(periodOf({ since: '2024', until: '2025-02' }, nowMs)).toEqual({
    fromMs: local(2024, 0, 1),
    toMs: local(2025, 2, 1),
  })
  expect(periodOf({ since: 'yesterday' }, nowMs)).toEqual({ fromMs: local(2026, 5, 14) })
})

test('a point in time counts as itself', () => {
  const fromMs = Date.UTC(2025, 2, 17, 18, 30)
  expect(periodOf({ since: '2025-03-17T18:30:00Z', until: '2025-03-17T18:30:00Z' }, nowMs)).toEqual({
    fromMs,
    toMs: fromMs + 1,
  })
})

test('an empty period covers all time', () => {
  expect(periodOf({}, nowMs)).toEqual({})
})

test.each([
  [{ since: 'soon' }, '--since is no date'],
  [{ until: '2025-02-30' }, '--until is no date'],
  [{ since: '2025-02-30T10:00:00Z junk' }, '--since is no date'],
  [{ since: '2026', until: '2025' }, '--until lies before --since'],
])('%j is refused', (typed, reason) => {
  expect(() => periodOf(typed, nowMs)).toThrow(reason)
})
