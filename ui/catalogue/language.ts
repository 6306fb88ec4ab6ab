/** Chooses the language of the page: the chosen one, or the first of the browser's languages that exists. */
import { first } from './first/en.ts'
import { accented } from './pseudo.ts'
import type { Texts } from './text.ts'
import { learn, speak } from './texts.ts'

interface Language {
  /** Loaded before anything is shown. */
  first(): Promise<Texts>
  /** Loaded before any page other than messages is shown. */
  pages(): Promise<Texts>
  direction?: 'rtl'
  dates?: string
}

const english: Language = {
  first: async () => first,
  pages: async () => (await import('./pages/en.ts')).pages,
}

const marked: Language = {
  first: async () => accented(await english.first()),
  pages: async () => accented(await english.pages()),
}

/** `en-XA` and `ar-XB` are pseudo-languages for checking the layout: longer and accented texts, and right-to-left. */
const languages: Readonly<Record<string, Language>> = {
  en: english,
  de: {
    first: async () => (await import('./first/de.ts')).first,
    pages: async () => (await import('./pages/de.ts')).pages,
  },
  'en-XA': { ...marked, dates: 'en' },
  'ar-XB': { ...marked, direction: 'rtl', dates: 'ar-u-nu-latn' },
}

/** The languages that people can choose. */
export const spoken = ['en', 'de'] as const

const place = 'language'

export const chosenLanguage = (): string | undefined => localStorage.getItem(place) ?? undefined

export function chooseLanguage(language: string | undefined): void {
  if (language === undefined) localStorage.removeItem(place)
  else localStorage.setItem(place, language)
  location.reload()
}

export async function loadLanguage(): Promise<void> {
  const asked = new URLSearchParams(location.search).get('lang') ?? chosenLanguage()
  const name = firstSpoken([...(asked === undefined || asked === null ? [] : [asked]), ...navigator.languages])
  const { first, direction = 'ltr', dates } = languages[name] ?? english
  speak({ texts: await first(), locale: dates ?? localeOf(name) })
  document.documentElement.lang = name
  document.documentElement.dir = direction
}

/** Loads the texts of the other pages in the current language. */
export const loadPageTexts = async (): Promise<void> =>
  learn(await (languages[document.documentElement.lang] ?? english).pages())

/** Falls back from `de-AT` to `de`. */
function firstSpoken(wanted: readonly string[]): string {
  for (const language of wanted)
    for (const name of [language, language.split('-')[0] ?? '']) if (name in languages) return name
  return 'en'
}

/** Formats dates and numbers by the browser's own locale, because English may be British. */
const localeOf = (name: string): string =>
  navigator.languages.find((language) => language.split('-')[0] === name) ?? name
