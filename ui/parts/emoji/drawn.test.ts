import type { EmojiData } from 'frimousse'
import { expect, test } from 'vitest'
import { drawnOf } from './drawn.ts'
import { languageFor } from './languages.ts'

const emoji = (sign: string, version: number, more = {}) => ({
  emoji: sign,
  version,
  category: 0,
  label: sign,
  tags: [],
  ...more,
})
const data: EmojiData = {
  locale: 'en',
  categories: [],
  skinTones: {} as EmojiData['skinTones'],
  emojis: [emoji('a', 1), emoji('b', 14), emoji('c', 15), emoji('f', 2, { countryFlag: true })],
}
const left = (isDrawn: (sign: string) => boolean) => drawnOf(data, isDrawn).emojis.map((one) => one.emoji)

test.each([
  ['all', 'abcf🇪🇺', ['a', 'b', 'c', 'f']],
  ['none newer than the fonts', 'abf🇪🇺', ['a', 'b', 'f']],
  ['no flags where there are none', 'abc', ['a', 'b', 'c']],
  ['all where there is no font at all', '', ['a', 'b', 'c', 'f']],
])('%s', (_what, drawn, expected) => {
  expect(left((sign) => drawn.includes(sign))).toEqual(expected)
})

test('emoji come with names in the reader’s language where that language has them', () => {
  expect(['de-AT', 'en-GB', 'ar-u-nu-latn'].map(languageFor)).toEqual(['de', 'en', 'en'])
})
