/** Finds whole words and phrases, ignoring case; a trailing `*` matches any ending. */
import { type Span, spansOf } from './span.ts'

export type FindWords = (text: string) => Span[]

/** The expression contains nothing but literals and one character class, so that no text makes it slow. */
export function wordFinder(words: readonly string[]): FindWords {
  const written = words.map((word) => word.normalize('NFC').trim()).filter((word) => word.replace(/\*$/, '') !== '')
  if (written.length === 0) return () => []
  const expression = new RegExp(
    written
      .toSorted((a, b) => b.length - a.length)
      .map(sourceOf)
      .join('|'),
    'giu',
  )
  return (text) => spansOf(text, expression)
}

const letter = '[\\p{L}\\p{M}\\p{N}_]'

function sourceOf(word: string): string {
  const isOpen = word.endsWith('*')
  const literal = escaped(isOpen ? word.slice(0, -1) : word).replace(/\s+/g, '\\s{1,9}')
  if (unspaced.test(word)) return literal
  const end = isOpen ? `${letter}{0,64}` : ''
  return `(?<!${letter})${literal}${end}(?!${letter})`
}

/** Scripts that put no blanks between words. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')
