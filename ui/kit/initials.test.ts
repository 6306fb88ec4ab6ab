import { expect, test } from 'vitest'
import { hueOf, initialsOf } from './initials.ts'

test.each([
  ['Ada Lovelace', 'AL'],
  ['ada', 'A'],
  ['Jean-Luc Picard', 'JP'],
  ['Éva Ōta', 'ÉŌ'],
  ['E\u0301va', 'E\u0301'],
  ['+1 202 555 0123', '#'],
  ['', '#'],
])('%j has the initials %s', (name, initials) => {
  expect(initialsOf(name)).toBe(initials)
})

test('a person keeps their hue', () => {
  expect(hueOf('+12025550123')).toBe(hueOf('+12025550123'))
  expect(hueOf('a')).not.toBe(hueOf('b'))
})
