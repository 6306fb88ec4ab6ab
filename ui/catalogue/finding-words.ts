/** Words the findings of checks in the reader's language; a finding without a name keeps its English message. */
import { type Finding, filledIn, findings } from '../../src/contract/findings.ts'
import { textsIn } from './language.ts'

export interface LocalText {
  text: string
  /** Set when the text is not in the reader's language. */
  lang?: 'en'
}

export type FindingWords = (found: Finding) => LocalText

export async function findingWords(language = document.documentElement.lang): Promise<FindingWords> {
  const words = await textsIn(language, {
    en: async () => findings,
    de: async () => (await import('./de/findings.ts')).findings,
  })
  return ({ finding, values, message }) => {
    const own = finding === null ? undefined : words[finding]
    return typeof own === 'string' ? { text: filledIn(own, values) } : { text: message, lang: 'en' }
  }
}
