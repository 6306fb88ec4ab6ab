import { expect, test } from 'vitest'
import { presets, problemOf, writtenLocal } from './presets.ts'

const offered = (now: Date) => presets(now).map(({ label, at }) => `${label.split('.')[1]} ${writtenLocal(at)}`)

test('in the morning an hour, the evening and the next morning are offered', () => {
  expect(offered(new Date(2026, 10, 23, 9, 30, 12))).toEqual([
    'in_an_hour 2026-11-23T10:31',
    'this_evening 2026-11-23T18:00',
    'tomorrow_morning 2026-11-24T08:00',
  ])
})

test('in the evening there is no evening left', () => {
  expect(offered(new Date(2026, 11, 31, 17, 0))).toEqual([
    'in_an_hour 2026-12-31T18:00',
    'tomorrow_morning 2027-01-01T08:00',
  ])
})

test('after midnight the next morning is that of the same day', () => {
  expect(offered(new Date(2026, 10, 24, 1, 0))).toContain('this_morning 2026-11-24T08:00')
})

test.each([
  ['', 'scheduled.no_time'],
  ['2026-11-23T09:00', 'scheduled.past'],
  ['2026-11-23T09:31', undefined],
  ['2028-01-01T09:00', 'scheduled.too_far'],
])('a picked time %j has the problem %s', (written, problem) => {
  expect(problemOf(written, new Date(2026, 10, 23, 9, 30))).toBe(problem)
})
