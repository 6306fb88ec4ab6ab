import { expect, it } from 'vitest'
import { foldedWords, wordsOf } from './words.ts'

const words = (text: string) => foldedWords(text).join(' ')

it.each<[what: string, text: string, expected: string]>([
  ['cases', 'Meet ME at HOME', 'meet me at home'],
  ['apostrophes, straight and curly', "don’t can't", 'don t can t'],
  ['German umlauts and ß', 'Süße STRASSE, Straße', 'susse strasse strasse'],
  ['accents, composed or not', 'café cafe\u0301 naïve Ångström', 'cafe cafe naive angstrom'],
  ['letters that do not come apart', 'Łódź Ørsted Đà Þór æ œ', 'lodz orsted da thor ae oe'],
  ['Vietnamese', 'Việt Nam', 'viet nam'],
  ['Turkish dots', 'İstanbul ısı', 'istanbul isi'],
  ['the two forms of sigma', 'ΟΔΟΣ οδός', 'οδοσ οδοσ'],
  ['Cyrillic', 'Ёлка', 'елка'],
  ['Arabic points, alefs and stretching', 'أَحْمَد محمـد', 'احمد محمد'],
  ['Hebrew points', 'שָׁלוֹם', 'שלום'],
  ['vowels of Hindi, which stay', 'हिन्दी', 'हिन्दी'],
  ['full width', 'ＡＢＣ１２３', 'abc123'],
  ['ligatures and circled digits', 'ﬁne ①', 'fine 1'],
  ['characters that stand for several words', 'ﷺ ⑴', 'صلياللهعليهوسلم 1'],
  ['parts of addresses', 'https://example.com/a_b me@x.org', 'https example com a b me x org'],
  ['numbers', '1,000 20:45', '1 000 20 45'],
  ['emoji of any colour', '👍🏽 👍', '👍 👍'],
  ['families and flags', '👨‍👩‍👧 🇩🇪❤️', '👨 👩 👧 🇩🇪 ❤'],
  ['Korean', '학교에서 만나요', '학교에서 만나요'],
  ['nothing at all', ' …!? ', ''],
])('splits and folds %s', (_what, text, expected) => {
  expect(words(text)).toBe(expected)
})

it.each<[language: string, text: string, expected: string]>([
  ['Chinese', '我们明天见', '我们 们明 明天 天见 见'],
  ['Japanese', '東京タワー', '東京 京タ タワ ワー ー'],
  ['Japanese of half width', 'ｶﾞｷﾞ', 'ガギ ギ'],
  ['Thai', 'กินข้าว', 'กิ ิน นข ข้ ้า าว ว'],
  ['Lao', 'ດີ', 'ດີ ີ'],
  ['Khmer', 'ខ្មែរ', 'ខ្ ្ម មែ ែរ រ'],
  ['Burmese', 'မြန်', 'မြ ြန န် ်'],
])('splits %s into overlapping pairs, and the last character on its own', (_language, text, expected) => {
  expect(words(text)).toBe(expected)
})

it('ends a run of pairs at another script or a punctuation mark', () => {
  expect(words('我用iPhone打。好')).toBe('我用 用 iphone 打 好')
})

it('reports the position of each word in the original', () => {
  const text = 'Süße 😀 東京ﬁn'
  expect(wordsOf(text).map(({ start, end }) => text.slice(start, end))).toEqual(['Süße', '😀', '東京', '京', 'ﬁn'])
})

it('keeps only the beginning of a word that is too long', () => {
  expect(words('x'.repeat(5_000))).toHaveLength(48)
  expect(words('é'.repeat(5_000))).toHaveLength(48)
})

it('produces only words that the index treats as single: no ASCII except small letters and digits', () => {
  let seed = 7
  const random = (below: number) => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0
    return seed % below
  }
  for (let n = 0; n < 3_000; n++) {
    const text = Array.from({ length: 20 }, () => String.fromCodePoint(random(n % 2 ? 0x3100 : 0x1ffff))).join('')
    for (const word of foldedWords(text)) expect(word).toMatch(/^(?:[a-z0-9]|[^\0-\x7f])+$/u)
  }
})
