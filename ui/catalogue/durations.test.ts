import { afterAll, expect, test } from 'vitest'
import { durationOf } from './durations.ts'
import { en } from './en.ts'
import { speak } from './texts.ts'

afterAll(() => speak({ texts: en, locale: 'en' }))

test.each([
  ['en', ['0 ms', '41 ms', '1.2 sec', '12.4 sec', '3 min']],
  ['de', ['0 ms', '41 ms', '1,2 Sek.', '12,4 Sek.', '3 Min.']],
])('durations are written as is usual in %s', (locale, expected) => {
  speak({ texts: en, locale })
  const written = [0, 41, 1_230, 12_400, 180_000].map(durationOf)
  // Intl separates a number and its unit with spaces that do not break.
  expect(written.map((text) => text.replaceAll(/\s/g, ' '))).toEqual(expected)
})
