import { expect, test } from 'vitest'
import { type Books, formatBooks, isBalanced, toldOtherwise } from './books.ts'

const nothing = { neverTold: [], toldTwice: [], outOfOrder: [] }

test('reported messages are compared with the journal: as often, and in the same order', () => {
  expect(toldOtherwise(['a', 'b', 'b', 'c'], ['a', 'b', 'b', 'c'])).toEqual(nothing)
  expect(toldOtherwise(['a', 'b'], ['a'])).toEqual({ ...nothing, neverTold: ['b'] })
  expect(toldOtherwise(['a', 'b'], ['a', 'b', 'b', 'a'])).toEqual({ ...nothing, toldTwice: ['a', 'b'] })
  expect(toldOtherwise(['a', 'b', 'c'], ['a', 'c', 'b'])).toEqual({ ...nothing, outOfOrder: ['b'] })
})

test('books balance only without any fault', () => {
  const books: Books = { messages: 2, events: 3, lost: [], stale: [], extra: [], ...nothing }
  expect(isBalanced(books)).toBe(true)
  expect(isBalanced({ ...books, stale: ['x'] })).toBe(false)
  expect(isBalanced({ ...books, toldTwice: ['x'] }, 'toldTwice')).toBe(true)
  expect(formatBooks({ ...books, lost: ['x'] })).toBe('2 messages, 3 events: 1 lost (x)')
})
