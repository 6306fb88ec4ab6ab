import { expect, test } from 'vitest'
import { typedAs } from './address.ts'

test.each([
  ['+1 (202) 555-0123', 'address'],
  ['55512', 'address'],
  ['anna@example.org', 'address'],
  ['anna@', 'name'],
  ['Anna', 'name'],
  ['12', 'address'],
  ['anna@example@org', 'name'],
  ['+12025550123, anna@example.org', 'several'],
  ['Keller, Anna', 'name'],
])('%j is typed as %s', (text, expected) => {
  expect(typedAs(text)).toBe(expected)
})
