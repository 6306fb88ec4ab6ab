/** Loads the texts of the page in the reader's language: those of messages at first, those of the other pages later. */
import { first } from './first/en.ts'
import { speakOneOf, textsIn } from './language.ts'
import { learn } from './texts.ts'

export const loadFirstTexts = (): Promise<void> =>
  speakOneOf({
    en: async () => first,
    de: async () => (await import('./first/de.ts')).first,
  })

const loadPageTexts = async (): Promise<void> =>
  learn(
    await textsIn(document.documentElement.lang, {
      en: async () => (await import('./pages/en.ts')).pages,
      de: async () => (await import('./pages/de.ts')).pages,
    }),
  )

/** Loads the texts of the pages together with a module that uses them. */
export async function withPageTexts<T>(module: Promise<T>): Promise<T> {
  const [loaded] = await Promise.all([module, loadPageTexts()])
  return loaded
}
