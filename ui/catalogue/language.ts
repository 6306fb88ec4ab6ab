/** Chooses the language of the page: the chosen one, or the first of the browser's languages that exists. */
import type { Texts } from './text.ts'
import { speak } from './texts.ts'

/** The languages that people can choose. */
export const spoken = ['en', 'de'] as const

const storageKey = 'language'

export const chosenLanguage = (): string | undefined => localStorage.getItem(storageKey) ?? undefined

export function chooseLanguage(language: string | undefined): void {
  if (language === undefined) localStorage.removeItem(storageKey)
  else localStorage.setItem(storageKey, language)
  location.reload()
}

/** `en-XA` and `ar-XB` are pseudo-languages for checking the layout: longer and accented texts, and right-to-left. */
const pseudoLocales: Readonly<Record<string, string>> = { 'en-XA': 'en', 'ar-XB': 'ar-u-nu-latn' }

/** Texts by language, loaded on demand; a pseudo-language is made of the English ones. */
export type Languages = Readonly<Record<'en' | 'de', () => Promise<Texts>>>

const exists = (name: string): name is keyof Languages => spoken.some((each) => each === name)

/** Loads the texts of a language; those in English if it does not exist. */
export async function textsIn(name: string, languages: Languages): Promise<Texts> {
  const texts = await languages[exists(name) ? name : 'en']()
  return Object.hasOwn(pseudoLocales, name) ? (await import('./pseudo.ts')).accented(texts) : texts
}

/** Chooses a language and loads its texts. */
export async function speakOneOf(languages: Languages): Promise<void> {
  const asked = new URLSearchParams(location.search).get('lang') ?? chosenLanguage()
  const wanted = [...(asked === undefined ? [] : [asked]), ...navigator.languages]
  // Falls back from `de-AT` to `de`.
  const candidates = wanted.flatMap((each) => [each, each.split('-')[0] ?? ''])
  const wished = candidates.find((each) => exists(each) || Object.hasOwn(pseudoLocales, each)) ?? 'en'
  const texts = await textsIn(wished, languages).catch(() => undefined)
  // A page whose session has just ended cannot load them. It starts in English, and then leads to the login.
  const name = texts === undefined ? 'en' : wished
  speak({ texts: texts ?? (await languages.en()), locale: pseudoLocales[name] ?? localeOf(name) })
  document.documentElement.lang = name
  document.documentElement.dir = name.startsWith('ar') ? 'rtl' : 'ltr'
}

/** Formats dates and numbers by the browser's own locale, because English may be British. */
const localeOf = (name: string): string =>
  navigator.languages.find((language) => language.split('-')[0] === name) ?? name
