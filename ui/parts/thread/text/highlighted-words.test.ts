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

test.each([
  ['strasse', 'In der Straße', 7, 13],
  ['strasse', 'IN DER STRAẞE', 7, 13],
  ['resume', 'my re\u0301sume\u0301', 3, 11],
  ['office', 'the oﬃce', 4, 8],
  ['aether', 'Æther', 0, 5],
  ['が', 'か\u3099', 0, 2],
])('%j is highlighted in %j as a whole', (word, text, start, end) => {
  expect(placesOf(text, wordsOf(word))).toEqual([{ start, end }])
})
