import { expect, it } from 'vitest'
import { ownWords } from './own-words.ts'

const noonMs = Date.UTC(2026, 5, 1, 12)

it.each(['en-GB', 'de-AT'])('%s: no text is one of a run that began a moment before', (locale) => {
  const [before, after] = [ownWords(locale, noonMs), ownWords(locale, noonMs + 1)]
  const textsOf = ({ text, reply, edited }: typeof before) => [text, reply, edited]
  expect(new Set([...textsOf(before), ...textsOf(after)]).size).toBe(6)
})

it('the words are in the language of the owner, German or else English', () => {
  expect(ownWords('de-AT', noonMs).text).toMatch(/^Test des Local Messaging Relay um \d\d:\d\d:\d\d\.\d{3}, 1 von 3: /)
  for (const locale of ['en', 'fr-FR', 'den'])
    expect(ownWords(locale, noonMs).text).toMatch(
      /^Test of the Local Messaging Relay at \d\d:\d\d:\d\d\.\d{3}, 1 of 3: /,
    )
})
