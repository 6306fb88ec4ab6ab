/** Loads the texts of the page in the reader's language: those of messages at first, those of the other pages later. */
import { first } from './first/en.ts'
import { speakOneOf } from './language.ts'
import { accented } from './pseudo.ts'
import type { Texts } from './text.ts'
import { learn } from './texts.ts'

const english = async () => (await import('./pages/en.ts')).pages
const marked = async () => accented(await english())

/** The texts that are loaded before any page other than messages is shown. */
const pages: Readonly<Record<string, () => Promise<Texts>>> = {
  en: english,
  de: async () => (await import('./pages/de.ts')).pages,
  'en-XA': marked,
  'ar-XB': marked,
}

export const loadFirstTexts = (): Promise<void> =>
  speakOneOf({
    en: async () => first,
    de: async () => (await import('./first/de.ts')).first,
    'en-XA': async () => accented(first),
    'ar-XB': async () => accented(first),
  })

export const loadPageTexts = async (): Promise<void> => learn(await (pages[document.documentElement.lang] ?? english)())
