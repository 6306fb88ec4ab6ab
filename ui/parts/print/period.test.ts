import { expect, test } from 'vitest'
import { type Period, stretchOf } from './period.ts'

const now = new Date(2026, 2, 3, 14, 30)
const chosen = (period: Period, fromDay = '', toDay = '') => ({ period, fromDay, toDay })

test('a week is today and the six days before it', () => {
  expect(stretchOf(chosen('week'), now)).toEqual({ from: new Date(2026, 1, 25), to: new Date(2026, 2, 4) })
})

test('everything goes from before the first message to the end of today', () => {
  expect(stretchOf(chosen('all'), now)).toEqual({ from: new Date(0), to: new Date(2026, 2, 4) })
})

test('both chosen days are printed as a whole, also where they are one', () => {
  expect(stretchOf(chosen('between', '2026-02-28', '2026-02-28'), now)).toEqual({
    from: new Date(2026, 1, 28),
    to: new Date(2026, 2, 1),
  })
})

test('days that are missing or in the wrong order are no stretch', () => {
  for (const [from, to] of [
    ['2026-02-02', ''],
    ['', '2026-02-02'],
    ['2026-02-03', '2026-02-02'],
  ])
    expect(stretchOf(chosen('between', from, to), now)).toBeUndefined()
})
