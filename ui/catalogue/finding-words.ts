/** What a look at the service found, in the reader's language; what has no name is said as it came, in English. */
import { type Finding, filledIn, findings } from '../../src/contract/findings.ts'
import { accented } from './pseudo.ts'
import type { Texts } from './text.ts'

export interface Said {
  text: string
  /** Given where it is not the reader's own. */
  lang?: 'en'
}

export type FindingWords = (found: Finding) => Said

const languages: Readonly<Record<string, () => Promise<Texts>>> = {
  en: async () => findings,
  de: async () => (await import('./de/findings.ts')).findings,
  'en-XA': async () => accented(findings),
  'ar-XB': async () => accented(findings),
}

export async function findingWords(language = document.documentElement.lang): Promise<FindingWords> {
  const words = (await languages[language]?.()) ?? findings
  return ({ finding, values, message }) => {
    const own = finding === null ? undefined : words[finding]
    return typeof own === 'string' ? { text: filledIn(own, values) } : { text: message, lang: 'en' }
  }
}
