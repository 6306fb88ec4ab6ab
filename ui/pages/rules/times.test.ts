import { beforeEach, expect, test } from 'vitest'
import { rules as german } from '../../catalogue/de/rules.ts'
import { rules as english } from '../../catalogue/en/rules.ts'
import { speak } from '../../catalogue/texts.ts'
import { type Times, timesOf } from './times.ts'

beforeEach(() => speak({ texts: english, locale: 'en-GB' }))

test.each<[string[], Partial<Times>]>([
  [[], {}],
  [['between 22:00 and 07:00'], { hours: '22:00-07:00' }],
  [[], { hours: '00:00-24:00' }],
  [['between 20:00 and 00:00'], { hours: '20:00-24:00' }],
  [['from Monday to Friday'], { days: ['mon', 'tue', 'wed', 'thu', 'fri'] }],
  [['on Monday and Wednesday'], { days: ['wed', 'mon'] }],
  [['on Saturday and Sunday'], { days: ['sat', 'sun'] }],
  [['between 09:00 and 17:30', 'on Friday'], { hours: '09:00-17:30', days: ['fri'] }],
])('%j', (expected, times) => {
  expect(timesOf({ hours: null, days: null, ...times })).toEqual(expected)
})

test('times are written as in the language of the reader', () => {
  speak({ texts: english, locale: 'en-US' })
  expect(timesOf({ hours: '09:00-17:30', days: null })).toEqual([
    expect.stringMatching(/^between 9:00\sAM and 5:30\sPM$/),
  ])
  speak({ texts: german, locale: 'de-DE' })
  expect(timesOf({ hours: '09:00-17:30', days: ['sat', 'sun'] })).toEqual([
    'zwischen 09:00 und 17:30',
    'am Samstag und Sonntag',
  ])
})
