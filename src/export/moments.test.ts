import { expect, test } from 'vitest'
import { localMoments } from './moments.ts'

const { day, dayKey, time, whole } = localMoments()
const at = (...local: [number, number, number, number, number]) => new Date(...local).toISOString()

test('days and times are in the time zone of this machine', () => {
  expect(day(at(2025, 2, 17, 9, 5))).toBe('Monday, 17 March 2025')
  expect(time(at(2025, 2, 17, 9, 5))).toBe('09:05')
  expect([whole(at(2025, 2, 17, 23, 59)), whole(at(2025, 2, 18, 0, 0))]).toEqual([
    '17 March 2025, 23:59',
    '18 March 2025, 00:00',
  ])
  expect(dayKey(at(2025, 2, 17, 0, 0))).toBe(dayKey(at(2025, 2, 17, 23, 59)))
  expect(dayKey(at(2025, 2, 17, 23, 59))).not.toBe(dayKey(at(2025, 2, 18, 0, 0)))
})
