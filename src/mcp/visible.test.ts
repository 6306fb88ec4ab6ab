import { expect, it } from 'vitest'
import { visibleWithin } from './visible.ts'

it('every text within a value becomes visible, and its length is limited', () => {
  expect(visibleWithin({ list: [{ text: 'a\u200b' }], number: 1, none: null })).toEqual({
    list: [{ text: 'a\\u{200b}' }],
    number: 1,
    none: null,
  })
  expect(visibleWithin('x'.repeat(5_000))).toMatch(/^x{4000}… \[1000 characters left out\]$/)
})
