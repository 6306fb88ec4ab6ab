import { expect, test } from 'vitest'
import { isSame, typedAs } from './address.ts'

test.each([
  ['+1 (202) 555-0123', 'address'],
  ['55512', 'address'],
  ['anna@example.org', 'address'],
  ['anna@', 'name'],
  ['Anna', 'name'],
  ['12', 'name'],
  ['+12025550123, anna@example.org', 'several'],
  ['Keller, Anna', 'name'],
])('%j is typed as %s', (text, expected) => {
  expect(typedAs(text)).toBe(expected)
})

test('two spellings of the same address are equal', () => {
  expect(isSame('+1 202 555 0123', '+12025550123')).toBe(true)
  expect(isSame('Anna@Example.org', 'anna@example.org')).toBe(true)
  expect(isSame('+12025550123', '+12025550124')).toBe(false)
})
