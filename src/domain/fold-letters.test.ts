import { expect, it } from 'vitest'
import { fittingHandles } from './contact-search.ts'
import { foldLetters } from './fold-letters.ts'
import { matcher } from './rules/matches.ts'
import { parseConditions } from './rules/parse-conditions.ts'
import { sameName } from './same-name.ts'
import { foldedWords } from './search/words.ts'

const contains = (typed: string, text: string): boolean =>
  matcher(parseConditions(`contains:"${typed}"`))({
    sender: 'Anna',
    handle: '+12025550123',
    isGroup: false,
    groupName: null,
    chatGuid: '',
    category: 'known',
    text,
  })

it.each([
  ['soren', 'Søren'],
  ['lukasz', 'Łukasz'],
  ['aether', 'Æther'],
  ['thorsson', 'Þórsson'],
  ['strasse', 'Straße'],
  ['strasse', 'STRAẞE'],
  ['istanbul', 'İstanbul'],
  ['isik', 'Işık'],
  ['espana', 'Espan\u0303a'],
  ['cafe', 'Cafe\u0301'],
  ['οδοσ', 'ΟΔΌΣ'],
  ['شمس', 'شَمس'],
  ['مكتبه', 'مكتبة'],
  ['שלום', 'שָׁלוֹם'],
])('%s means %s to rules, to the search and as a name', (typed, written) => {
  expect([contains(typed, written), foldedWords(typed), sameName(written, typed)]).toEqual([
    true,
    foldedWords(written),
    true,
  ])
})

/** Every letter of the basic plane, in the spellings that are one letter to its readers. */
const letters = Array.from({ length: 0xffff }, (_, code) => String.fromCharCode(code)).filter((one) =>
  /\p{L}/u.test(one),
)
const spellings = (letter: string): string[] =>
  [
    letter.toLowerCase(),
    // JavaScript writes the iota that stands below a Greek letter as one of its own.
    ...(/\u0345/.test(letter.normalize('NFD')) ? [] : [letter.toUpperCase()]),
    ...(['NFC', 'NFD', 'NFKC', 'NFKD'] as const).map((form) => letter.normalize(form)),
  ].filter((one) => one !== letter)

it('no case and no form of Unicode makes another letter, and folding again changes nothing', () => {
  const differing = letters.filter((letter) =>
    [foldLetters(letter), ...spellings(letter)].some((one) => foldLetters(one) !== foldLetters(letter)),
  )
  expect(differing).toEqual([])
})

/** Scripts without spaces are cut into pairs by the search alone, and ℹ is a sign to it. */
const isInWords = (letter: string): boolean =>
  !/[\p{Extended_Pictographic}\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]/u.test(
    letter,
  )

it('the search, contacts and the names of rules treat the spellings of every letter alike', () => {
  const differing = letters.filter(isInWords).filter((letter) => {
    const name = `x${letter}x`
    return spellings(letter)
      .filter((one) => /^[\p{L}\p{M}]+$/u.test(one))
      .some((one) => {
        const typed = `x${one}x`
        const isFound = foldedWords(typed).join() === foldedWords(name).join()
        const isListed = fittingHandles(typed)({ name, handles: ['one'] }).length === 1
        return !isFound || !isListed || !sameName(name, typed)
      })
  })
  expect(differing).toEqual([])
})

it.each([
  ['か', 'が'],
  ['हद', 'हिंदी'],
])('%s and %s are different letters', (one, other) => {
  expect(foldLetters(one)).not.toBe(foldLetters(other))
})
