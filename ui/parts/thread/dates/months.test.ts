import { expect, test } from 'vitest'
import { dayIn, monthAt, monthsFrom, writtenDay, yearsOn } from './months.ts'

const day = (text: string) => dayIn(text) ?? expect.fail()

test('months are counted by the calendar, including the first and the last', () => {
  expect(monthsFrom(day('2019-11-30'), day('2020-01-01'))).toBe(3)
  expect(monthsFrom(day('2020-01-01'), day('2020-01-31'))).toBe(1)
  expect(writtenDay(monthAt(day('2019-11-30'), 2))).toBe('2020-01-01')
})

test('years are placed where they begin, no more of them than there is room for', () => {
  expect(yearsOn(day('2019-11-30'), 15, 10)).toEqual([
    { year: 2020, share: 2 / 14 },
    { year: 2021, share: 1 },
  ])
  expect(yearsOn(day('2000-01-15'), 240, 10).map(({ year }) => year)).toEqual([
    2000, 2002, 2004, 2006, 2008, 2010, 2012, 2014, 2016, 2018,
  ])
  expect(yearsOn(day('2020-03-01'), 1, 10)).toEqual([])
})

test('text that is no date yields no day', () => {
  expect(dayIn('')).toBeUndefined()
  expect(writtenDay(day('2020-02-29'))).toBe('2020-02-29')
})
