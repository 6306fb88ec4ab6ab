/** In which language the page speaks: the chosen one, or the first of the browser's that is there. */
import { en } from './en.ts'
import { accented } from './pseudo.ts'
import type { Texts } from './text.ts'
import { speak } from './texts.ts'

/** `en-XA` and `ar-XB` are for looking: longer and accented, and from right to left. */
const languages: Readonly<Record<string, { load: () => Promise<Texts>; direction?: 'rtl'; dates?: string }>> = {
  en: { load: async () => en },
  de: { load: async () => (await import('./de.ts')).de },
  'en-XA': { load: async () => accented(en), dates: 'en' },
  'ar-XB': { load: async () => accented(en), direction: 'rtl', dates: 'ar-u-nu-latn' },
}

/** Those that a person may choose. */
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
  const { load, direction = 'ltr', dates } = languages[name] ?? { load: async () => en }
  speak({ texts: await load(), locale: dates ?? localeOf(name) })
  document.documentElement.lang = name
  document.documentElement.dir = direction
}

/** `de-AT` is spoken as `de`. */
function firstSpoken(wanted: readonly string[]): string {
  for (const language of wanted)
    for (const name of [language, language.split('-')[0] ?? '']) if (name in languages) return name
  return 'en'
}

/** Dates and numbers as the browser's owner writes them: English may be British. */
const localeOf = (name: string): string =>
  navigator.languages.find((language) => language.split('-')[0] === name) ?? name
