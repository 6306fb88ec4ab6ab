import { expect, test } from 'vitest'
import { inserted } from './inserted.ts'

test('inserted text goes to the caret, and the caret moves behind it', () => {
  expect(inserted({ text: 'See you', start: 3, end: 3 }, ' all of')).toEqual({ text: 'See all of you', caret: 10 })
  expect(inserted({ text: 'See you', start: 4, end: 7 }, 'them')).toEqual({ text: 'See them', caret: 8 })
})
