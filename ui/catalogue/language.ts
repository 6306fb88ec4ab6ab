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

/** Loads the texts of one language, of which English has to be one. */
export async function speakOneOf(languages: Readonly<Record<string, () => Promise<Texts>>>): Promise<void> {
  const asked = new URLSearchParams(location.search).get('lang') ?? chosenLanguage()
  const wanted = [...(asked === undefined ? [] : [asked]), ...navigator.languages]
  // Falls back from `de-AT` to `de`.
  const candidates = wanted.flatMap((each) => [each, each.split('-')[0] ?? ''])
  const name = candidates.find((each) => Object.hasOwn(languages, each)) ?? 'en'
  speak({ texts: (await languages[name]?.()) ?? {}, locale: pseudoLocales[name] ?? localeOf(name) })
  document.documentElement.lang = name
  document.documentElement.dir = name.startsWith('ar') ? 'rtl' : 'ltr'
}

/** Formats dates and numbers by the browser's own locale, because English may be British. */
const localeOf = (name: string): string =>
  navigator.languages.find((language) => language.split('-')[0] === name) ?? name
