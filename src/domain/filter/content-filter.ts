/** Finds what must be hidden in a text, or holds its message back: words, patterns, and personal data. */

import { findPersonalData, type PersonalData } from './personal-data.ts'
import { compilePattern, mostSteps } from './safe-regex/compile-pattern.ts'
import { findPattern } from './safe-regex/find-pattern.ts'
import type { Nfa } from './safe-regex/nfa.ts'
import { hide, type Span } from './span.ts'
import { wordFinder } from './words.ts'

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
