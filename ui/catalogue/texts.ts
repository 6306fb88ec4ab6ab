/** Looks up texts by key, fills in their values and chooses the plural form for a count. */

import type { setup } from './en/setup.ts'
import type { en } from './en.ts'
import type { Forms, Texts } from './text.ts'

/** The setup page loads its own texts, the other pages never do. */
export type TextKey = keyof typeof en | keyof typeof setup
export type Values = Readonly<Record<string, string | number>>

let spoken: { texts: Texts; locale: string; plural: Intl.PluralRules } | undefined

export function speak({ texts, locale }: { texts: Texts; locale: string }): void {
  spoken = { texts, locale, plural: new Intl.PluralRules(locale) }
}

/** Adds further texts in the current language. */
export function learn(texts: Texts): void {
  if (spoken !== undefined) spoken = { ...spoken, texts: { ...spoken.texts, ...texts } }
}

export const locale = (): string => spoken?.locale ?? 'en'

/** Use as `t('thread.photos', { count: 3 })`; numbers are formatted for the locale. */
export function t(key: TextKey, values: Values = {}): string {
  const text = spoken?.texts[key]
  if (text === undefined) return key
  const form = typeof text === 'string' ? text : formOf(text, values.count)
  return form.includes('{') ? filled(form, values) : form
}

/** Returns the text without values if there is one, for keys that few languages have. */
export function textFor(key: string): string | undefined {
  const text = spoken?.texts[key]
  return typeof text === 'string' ? text : undefined
}

function formOf(forms: Forms, count: string | number | undefined): string {
  const category = typeof count === 'number' ? spoken?.plural.select(count) : undefined
  return (category && forms[category]) ?? forms.other
}

const filled = (text: string, values: Values): string =>
  text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => written(values[name], whole))

const written = (value: string | number | undefined, otherwise: string): string =>
  typeof value === 'number' ? value.toLocaleString(locale()) : (value ?? otherwise)
