/** Finds what must be hidden in a text, or holds its message back: words, patterns, and personal data. */
import { findPersonalData, type PersonalData } from './personal-data.ts'
import { compilePattern, mostSteps, type Nfa } from './safe-regex/compile-pattern.ts'
import { findPattern } from './safe-regex/find-pattern.ts'
import { hide, type Span, spansOf } from './span.ts'

export interface FilterSettings {
  words: readonly string[]
  patterns: readonly string[]
  personal_data: readonly PersonalData[]
}

export interface ContentFilter {
  /** Returns the text with every match hidden; the same text when there is none. */
  apply(text: string): string
}

/** Returns the filter, or the problem with a pattern. */
export function contentFilter({ words, patterns, personal_data }: FilterSettings): ContentFilter | { problem: string } {
  const nfas: Nfa[] = []
  for (const pattern of patterns) {
    const parsed = compilePattern(pattern)
    if ('problem' in parsed) return { problem: `the pattern “${pattern}” cannot be read: ${parsed.problem}` }
    nfas.push(parsed.nfa)
  }
  const steps = nfas.reduce((sum, { length }) => sum + length, 0)
  if (steps > mostSteps) return { problem: 'the patterns are too long together' }
  const findWords = wordFinder(words)
  const spansIn = (text: string): Span[] => [
    ...findWords(text),
    ...nfas.flatMap((nfa) => findPattern(nfa, text)),
    ...findPersonalData(text, personal_data),
  ]
  return {
    apply(text) {
      const spans = spansIn(text)
      return spans.length === 0 ? text : hide(text, spans)
    },
  }
}

type FindWords = (text: string) => Span[]

/** The expression contains nothing but literals and one character class, so that no text makes it slow. */
function wordFinder(words: readonly string[]): FindWords {
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

/** Finds whole words and phrases, ignoring case; a trailing `*` matches any ending. */
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
