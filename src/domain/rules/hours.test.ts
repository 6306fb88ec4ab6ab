import { expect, test } from 'vitest'
import { type ActiveTimes, activeTimes, isEmptyWindow } from './hours.ts'

const isActive = ({ hours = null, days = null }: Partial<ActiveTimes>, at: string, zone = 'Europe/Berlin') =>
  activeTimes({ hours, days }, () => zone)(Date.parse(at))

// 1 June 2026 is a Monday; Berlin is two hours ahead of UTC in summer and one in winter.
test.each<[boolean, string, Partial<ActiveTimes>, string]>([
  [true, 'without hours and days', {}, '2026-06-01T01:00:00Z'],
  [false, 'a minute before it begins', { hours: '09:00-17:30' }, '2026-06-01T06:59:59Z'],
  [true, 'when it begins', { hours: '09:00-17:30' }, '2026-06-01T07:00:00Z'],
  [true, 'in its last second', { hours: '09:00-17:30' }, '2026-06-01T15:29:59Z'],
  [false, 'when it ends', { hours: '09:00-17:30' }, '2026-06-01T15:30:00Z'],
  [true, 'in winter by the same clock', { hours: '09:00-17:30' }, '2026-01-05T08:00:00Z'],
  [false, 'in winter an hour earlier', { hours: '09:00-17:30' }, '2026-01-05T07:00:00Z'],
  [true, 'until midnight', { hours: '20:00-24:00' }, '2026-06-01T21:59:59Z'],
  [false, 'after midnight', { hours: '20:00-24:00' }, '2026-06-01T22:00:00Z'],
  [true, 'past midnight, before', { hours: '22:00-07:00' }, '2026-06-01T21:00:00Z'],
  [true, 'past midnight, after', { hours: '22:00-07:00' }, '2026-06-02T04:59:00Z'],
  [false, 'past midnight, by day', { hours: '22:00-07:00' }, '2026-06-01T10:00:00Z'],
  [true, 'on its day', { days: ['mon'] }, '2026-06-01T21:59:00Z'],
  [false, 'on the day after', { days: ['mon'] }, '2026-06-01T22:00:00Z'],
  [true, 'on a Sunday by the clock of the Mac, which is a Saturday in UTC', { days: ['sun'] }, '2026-06-06T22:30:00Z'],
  [true, 'in the night that begins on Friday', { hours: '22:00-07:00', days: ['fri'] }, '2026-06-06T03:00:00Z'],
  [false, 'in the night that begins on Saturday', { hours: '22:00-07:00', days: ['fri'] }, '2026-06-07T03:00:00Z'],
  [false, 'on Friday before the night', { hours: '22:00-07:00', days: ['fri'] }, '2026-06-05T03:00:00Z'],
  [true, 'in the night from Sunday to Monday', { hours: '22:00-07:00', days: ['sun'] }, '2026-06-08T03:00:00Z'],
  // On 29 March 2026 at 01:00Z the clock goes from 02:00 to 03:00, on 25 October at 01:00Z from 03:00 to 02:00.
  [true, 'before the hour that is skipped', { hours: '01:30-03:30' }, '2026-03-29T00:59:00Z'],
  [true, 'after the hour that is skipped', { hours: '01:30-03:30' }, '2026-03-29T01:29:00Z'],
  [false, 'at the end after the hour that is skipped', { hours: '01:30-03:30' }, '2026-03-29T01:30:00Z'],
  [false, 'within the hour that is skipped', { hours: '02:00-03:00' }, '2026-03-29T01:00:00Z'],
  [true, 'in the hour that comes twice, the first time', { hours: '02:00-03:00' }, '2026-10-25T00:30:00Z'],
  [true, 'in the hour that comes twice, the second time', { hours: '02:00-03:00' }, '2026-10-25T01:30:00Z'],
  [true, 'at nine on the morning of that day', { hours: '09:00-10:00' }, '2026-10-25T08:00:00Z'],
  [true, 'in the night before the clock changes', { hours: '22:00-07:00', days: ['sat'] }, '2026-10-25T05:59:00Z'],
  [false, 'at seven after that night', { hours: '22:00-07:00', days: ['sat'] }, '2026-10-25T06:00:00Z'],
])('%s: %s', (expected, _what, times, at) => {
  expect(isActive(times, at)).toBe(expected)
})

test('the clock that counts is that of the Mac, also where it is half an hour off, and while it travels', () => {
  expect(isActive({ hours: '09:00-10:00' }, '2026-06-01T03:45:00Z', 'Asia/Kolkata')).toBe(true)
  let zone = 'Europe/Berlin'
  const isAtNine = activeTimes({ hours: '09:00-10:00', days: null }, () => zone)
  const nineInBerlin = Date.parse('2026-06-01T07:00:00Z')
  expect(isAtNine(nineInBerlin)).toBe(true)
  zone = 'America/New_York'
  expect(isAtNine(nineInBerlin)).toBe(false)
  expect(isAtNine(Date.parse('2026-06-01T13:00:00Z'))).toBe(true)
})

test('hours that begin and end at the same time are recognised', () => {
  expect([isEmptyWindow('09:00-09:00'), isEmptyWindow('00:00-24:00'), isEmptyWindow('22:00-07:00')]).toEqual([
    true,
    false,
    false,
  ])
})
