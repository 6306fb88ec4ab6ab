import { expect, it } from 'vitest'
import { visible, visibleWithin } from './visible.ts'

it.each([
  ['direction', 'pay \u202e001\u202c', 'pay \\u{202e}001\\u{202c}'],
  ['zero width', 'a\u200bb\u2060c\ufeff', 'a\\u{200b}b\\u{2060}c\\u{feff}'],
  ['joiners between Latin letters', 'a\u200db', 'a\\u{200d}b'],
  ['escape sequences', '\u001b[2Jgone', '\\u{1b}[2Jgone'],
  ['letters written as tags', 'hi\u{e0068}\u{e0069}', 'hi\\u{e0068}\\u{e0069}'],
  ['bytes written as variation selectors', '😀\u{e0101}\ufe01', '😀\\u{e0101}\\u{fe01}'],
  ['fillers', '\u3164\u00ad', '\\u{3164}\\u{ad}'],
  ['line separators', 'a\u2028b\rc', 'a\\u{2028}b\\u{d}c'],
])('hidden characters become visible: %s', (_what, text, seen) => {
  expect(visible(text)).toBe(seen)
})

it.each(['two\nlines\tand a tab', '👩‍👧 ❤️ 👍🏽 1️⃣', 'می‌خواهم', 'क्‍ष', 'Zürich, 東京'])('%j stays unchanged', (text) => {
  expect(visible(text)).toBe(text)
})

it('every text within a value becomes visible, and its length is limited', () => {
  expect(visibleWithin({ list: [{ text: 'a\u200b' }], number: 1, none: null })).toEqual({
    list: [{ text: 'a\\u{200b}' }],
    number: 1,
    none: null,
  })
  expect(visibleWithin('x'.repeat(5_000))).toMatch(/^x{4000}… \[1000 characters left out\]$/)
})
