import { expect, it } from 'vitest'
import { facetWord, wordOfFacet } from './facets.ts'
import { documentAt, matchOf } from './match.ts'
import { parseQuery } from './query.ts'

const known: Record<string, number[]> = { anna: [70], bell: [70, 71], family: [80] }

/** Returns the expression with facets replaced by their names. */
function expression(text: string): string | undefined {
  const parsed = parseQuery(text, 0)
  if (!parsed.ok) throw new Error(parsed.fault.reason)
  const match = matchOf(parsed.query, ({ value }) => known[value] ?? [])
  const names = {
    [wordOfFacet('sent')]: 'SENT',
    [wordOfFacet('received')]: 'RECEIVED',
    [wordOfFacet('image')]: 'IMAGE',
  }
  const numbers = Object.fromEntries([70, 71, 80].map((number) => [facetWord(number), `N${number}`]))
  return match?.expression.replace(/"([^"]*)"/g, (_, word: string) => names[word] ?? numbers[word] ?? `<${word}>`)
}

it.each<[text: string, expected: string | undefined]>([
  ['tea', '(<tea>)'],
  ['tea "with milk" sug*', '(<tea> AND <with milk> AND <sug> *)'],
  ['tea -milk -has:image', '(<tea>) NOT (<milk> OR IMAGE)'],
  ['-milk', '(SENT OR RECEIVED) NOT (<milk>)'],
  ['tea OR coffee cake', '((<tea> OR <coffee>) AND <cake>)'],
  ['tea OR -coffee', '((<tea> OR ((SENT OR RECEIVED) NOT <coffee>)))'],
  ['from:me', '(SENT)'],
  ['from:bell in:family', '((N70 OR N71) AND (N80))'],
  ['from:nobody tea', undefined],
  ['-from:nobody tea', '(<tea>)'],
  ['from:nobody OR tea', '((<tea>))'],
  ['from:nobody OR in:nowhere', undefined],
  ['on:2024', '(SENT OR RECEIVED)'],
  ['tea after:2024 before:2024', undefined],
  ['', undefined],
  ['!!!', undefined],
])('%j becomes the index expression %j', (text, expected) => {
  expect(expression(text)).toBe(expected)
})

it('documents are numbered by the second, and those without a date come first', () => {
  const moment = Date.UTC(2024, 4, 17, 12, 0, 5)
  expect(documentAt(moment + 1_000)).toBe(documentAt(moment) + 64)
  expect([documentAt(0), documentAt(-Infinity), documentAt(Infinity)]).toEqual([0, 0, Number.MAX_SAFE_INTEGER])
})

it('every facet has a word of its own, which consists of private-use characters', () => {
  const numbers = [0, 1, 63, 64, 65_533, 65_534, 65_535, 200_000, 5_000_000]
  const words = numbers.map(facetWord)
  expect(new Set(words).size).toBe(numbers.length)
  for (const word of words) expect(word).toMatch(/^\p{Co}+$/u)
})
