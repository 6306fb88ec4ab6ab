import { beforeAll, expect, test } from 'vitest'
import { en } from '../catalogue/en.ts'
import { speak } from '../catalogue/texts.ts'
import { unitOf } from './unit.ts'

beforeAll(() => speak({ texts: en, locale: 'en' }))

test.each<[string, unknown, string]>([
  ['s', 86_400, 's (= 1 day)'],
  ['s', 7_200, 's (= 2 hours)'],
  ['s', 90, 's'],
  ['s', 2, 's'],
  ['s', 'soon', 's'],
  ['MB', 3_600, 'MB'],
])('the unit %s of %s reads %s', (unit, value, expected) => {
  expect(unitOf(unit, value)).toBe(expected)
})
