import { expect, it } from 'vitest'
import { foldLetters } from './fold-letters.ts'
import { isNamed } from './recipient.ts'
import { matcher } from './rules/matches.ts'
import { parseConditions } from './rules/parse-conditions.ts'
import { foldedWords } from './search/words.ts'

const contains = (typed: string, text: string): boolean =>
  matcher(parseConditions(`contains:"${typed}"`))({
    ...{ sender: 'Anna', handle: '+12025550123', isGroup: false, groupName: null, chatGuid: '', category: 'known' },
    text,
  })

it.each([
  ['soren', 'Søren'],
  ['lukasz', 'Łukasz'],
  ['aether', 'Æther'],
  ['thorsson', 'Þórsson'],
  ['strasse', 'Straße'],
  ['cafe', 'Cafe\u0301'],
  ['οδοσ', 'ΟΔΌΣ'],
  ['شمس', 'شَمس'],
  ['مكتبه', 'مكتبة'],
  ['שלום', 'שָׁלוֹם'],
])('%s means %s to rules, to the search and as a name', (typed, written) => {
  expect([contains(typed, written), foldedWords(typed), isNamed(written, typed)]).toEqual([
    true,
    foldedWords(written),
    true,
  ])
})

it.each([
  ['か', 'が'],
  ['हद', 'हिंदी'],
])('%s and %s are different letters', (one, other) => {
  expect(foldLetters(one)).not.toBe(foldLetters(other))
})
