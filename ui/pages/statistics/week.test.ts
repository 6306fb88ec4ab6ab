import { expect, it } from 'vitest'
import { dayNames, firstDayOf, inWeekOrder } from './week.ts'

it.each([
  ['en-GB', 'Monday'],
  ['en-US', 'Sunday'],
  ['ar-EG', 'Saturday'],
])('in %s the week begins on %s', (locale, day) => {
  expect(inWeekOrder(dayNames('en', 'long'), firstDayOf(locale))[0]).toBe(day)
})
