/** The texts of the setup page in the browser's language, without the texts of the other pages. */
import { setup as english } from '../catalogue/en/setup.ts'
import { accented } from '../catalogue/pseudo.ts'
import type { Texts } from '../catalogue/text.ts'
import { speak, t, type Values } from '../catalogue/texts.ts'

export type SetupText = keyof typeof english

export const say = t as unknown as (key: SetupText, values?: Values) => string

const languages: Readonly<Record<string, () => Promise<Texts>>> = {
  en: async () => english,
  de: async () => (await import('../catalogue/de/setup.ts')).setup,
  'en-XA': async () => accented(english),
  'ar-XB': async () => accented(english),
}

/** Returns the language in use. */
export async function speakOwnLanguage(): Promise<string> {
  const chosen = localStorage.getItem('language')
  const wanted = [...(chosen === null ? [] : [chosen]), ...navigator.languages]
  const name = wanted.flatMap((each) => [each, each.split('-')[0] ?? '']).find((each) => each in languages) ?? 'en'
  const isRightToLeft = name.startsWith('ar')
  speak({ texts: (await languages[name]?.()) ?? english, locale: isRightToLeft ? 'ar-u-nu-latn' : name })
  document.documentElement.lang = name
  document.documentElement.dir = isRightToLeft ? 'rtl' : 'ltr'
  return name
}
