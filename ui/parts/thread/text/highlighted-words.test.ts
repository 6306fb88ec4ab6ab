import { expect, test } from 'vitest'
import { placesOf, wordsOf } from './highlighted-words.ts'

test('conditions and excluded words are not highlighted', () => {
  expect(wordsOf('cake -chocolate from:anna in:"lake trip" "See you" sta* OR tea')).toEqual([
    'cake',
    'see you',
    'sta',
    'tea',
  ])
})

test('words match at their beginning, regardless of case and accents', () => {
  expect(placesOf('Ein Käse und Käsen, Ekäse', wordsOf('kase'))).toEqual([
    { start: 4, end: 8 },
    { start: 13, end: 17 },
  ])
  expect(placesOf('nothing', wordsOf(''))).toEqual([])
})
