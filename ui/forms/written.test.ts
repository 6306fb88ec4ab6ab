import { expect, test } from 'vitest'
import { emptied, entriesOfText, numberOfText, textOfValue } from './written.ts'

test.each([
  ['12', 12],
  [' 0,5 ', 0.5],
  ['-1.5e3', -1500],
  ['.5', 0.5],
  ['', undefined],
  ['1.2.3', '1.2.3'],
  ['abc', 'abc'],
  ['0x10', '0x10'],
])('%j is read as the number %j', (text, expected) => {
  expect(numberOfText(text)).toBe(expected)
})

test.each([0, 12, 0.1, -3, 1e21, 'abc'])('%j survives being written and read', (value) => {
  expect(numberOfText(textOfValue(value))).toBe(value)
})

test('an emptied field becomes undefined, an empty text or null', () => {
  const text = { kind: 'text', isNullable: false, initial: undefined } as const
  expect([emptied(text), emptied({ ...text, initial: 'x' }), emptied({ ...text, isNullable: true })]).toEqual([
    undefined,
    '',
    null,
  ])
})

test('several entries are split', () => {
  expect(entriesOfText('a@example.org, b@example.org\n+1 202 555 0123;\n\n')).toEqual([
    'a@example.org',
    'b@example.org',
    '+1 202 555 0123',
  ])
})
