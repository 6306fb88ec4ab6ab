import { expect, test } from 'vitest'
import { dateAndTimeOf, shortTimeOf, timeOf, whenOf } from './dates.ts'
import { en } from './en.ts'
import { speak } from './texts.ts'

const at = (year: number, month: number, day: number, hour = 16, minute = 37) =>
  new Date(year, month - 1, day, hour, minute)
const iso = (date: Date) => date.toISOString()
const now = at(2026, 11, 22, 18)

/** Newer browsers put a narrow no-break space before AM and PM. */
const plain = (text: string) => text.replaceAll('\u202f', ' ')
const inLocale = (locale: string, write: () => string) => {
  speak({ texts: en, locale })
  return plain(write())
}

test.each([
  ['en-US', '4:07 AM', '4:37 PM'],
  ['en-GB', '04:07', '16:37'],
  ['de', '04:07', '16:37'],
])('in %s it is %s in the morning and %s in the afternoon', (locale, morning, afternoon) => {
  expect(inLocale(locale, () => timeOf(iso(at(2026, 11, 22, 4, 7))))).toBe(morning)
  expect(inLocale(locale, () => timeOf(iso(at(2026, 11, 22))))).toBe(afternoon)
})

test.each([
  ['en-US', '4:37 PM', 'Nov 21, 4:37 PM', 'Mar 1, 2025, 4:37 PM'],
  ['en-GB', '16:37', '21 Nov, 16:37', '1 Mar 2025, 16:37'],
  ['de', '16:37', '21. Nov., 16:37', '1. März 2025, 16:37'],
])('in %s a moment of today reads %s, of yesterday %s, of another year %s', (locale, ...expected) => {
  const written = [now, at(2026, 11, 21), at(2025, 3, 1)].map((day) =>
    inLocale(locale, () => whenOf(iso(at(day.getFullYear(), day.getMonth() + 1, day.getDate())), now)),
  )
  expect(written).toEqual(expected)
})

test('a list names the day unless it is today, and the full moment is available on demand', () => {
  expect(inLocale('en-US', () => shortTimeOf(iso(at(2026, 11, 22)), now))).toBe('4:37 PM')
  expect(inLocale('en-US', () => shortTimeOf(iso(at(2026, 11, 21)), now))).toBe('Yesterday')
  expect(inLocale('en-US', () => shortTimeOf(iso(at(2026, 3, 1)), now))).toBe('Mar 1')
  expect(inLocale('en-US', () => dateAndTimeOf(iso(at(2026, 11, 22))))).toBe('Sunday, November 22, 2026 at 4:37 PM')
})
