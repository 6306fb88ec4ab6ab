import { expect, it } from 'vitest'
import { visible, withoutHidden } from './visible.ts'

it.each([
  ['direction', 'pay \u202e001\u202c', 'pay \\u{202e}001\\u{202c}', 'pay 001'],
  ['zero width', 'a\u200bb\u2060c\ufeff', 'a\\u{200b}b\\u{2060}c\\u{feff}', 'abc'],
  ['joiners between Latin letters', 'a\u200db', 'a\\u{200d}b', 'ab'],
  ['escape sequences', '\u001b[2Jgone', '\\u{1b}[2Jgone', '[2Jgone'],
  ['letters written as tags', 'hi\u{e0068}\u{e0069}', 'hi\\u{e0068}\\u{e0069}', 'hi'],
  ['bytes written as variation selectors', '😀\u{e0101}\ufe01', '😀\\u{e0101}\\u{fe01}', '😀'],
  ['fillers', '\u3164\u00ad', '\\u{3164}\\u{ad}', ''],
  ['line separators', 'a\u2028b\rc', 'a\\u{2028}b\\u{d}c', 'abc'],
])('hidden characters become visible, or are left out: %s', (_what, text, seen, rest) => {
  expect(visible(text)).toBe(seen)
  expect(withoutHidden(text)).toBe(rest)
})

it.each(['two\nlines\tand a tab', '👩‍👧 ❤️ 👍🏽 1️⃣', 'می‌خواهم', 'क्‍ष', 'Zürich, 東京'])('%j stays unchanged', (text) => {
  expect(visible(text)).toBe(text)
  expect(withoutHidden(text)).toBe(text)
})
