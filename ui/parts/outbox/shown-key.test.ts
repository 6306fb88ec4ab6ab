import { expect, test } from 'vitest'
import { shownKey } from './shown-key.ts'

test.each([
  ['/c/any%3B-%3B%2B12025550123', '', '+12025550123'],
  ['/c/any;-;Anna@example.org', 'm=7', 'anna@example.org'],
  ['/c/2~any;-;+12025550123', '', '2~+12025550123'],
  ['/new', 'to=%2B12025550123', '+12025550123'],
  ['/new', '', undefined],
  ['/search', 'to=%2B12025550123', undefined],
  ['/', '', undefined],
])('at %s?%s: %s', (path, search, expected) => {
  expect(shownKey(path, search)).toBe(expected)
})
