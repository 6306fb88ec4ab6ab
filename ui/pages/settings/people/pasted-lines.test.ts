import { expect, it } from 'vitest'
import { pastedLines } from './pasted-lines.ts'

it.each([
  ['+1 (415) 555-0100', '+1 (415) 555-0100'],
  ['anna@example.org', 'anna@example.org'],
  ['Anna Berg <anna@example.org>', 'anna@example.org'],
  ['Anna Berg, +49 30 901820', '+49 30 901820'],
  ['Anna Berg\t030 901820', '030 901820'],
  ['Anna Berg', undefined],
  ['Room 12', undefined],
  ['x@y', undefined],
])('finds in %j the address %j', (text, handle) => {
  expect(pastedLines(text)).toEqual([{ text, handle }])
})

it('takes several lines, several addresses in one line, and skips empty lines', () => {
  expect(
    pastedLines('a@example.org, b@example.org\n\n +12025550123; c@example.org,\n').map(({ handle }) => handle),
  ).toEqual(['a@example.org', 'b@example.org', '+12025550123', 'c@example.org'])
})
