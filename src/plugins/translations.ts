/** Checks what a plugin's class declares in `TRANSLATIONS`: its texts in other languages. */
import { isObject } from '../base/json-object.ts'
import type { Translation } from '../plugin-api/index.ts'

export type Translations = Readonly<Record<string, Translation>>

/** A language as in `de` or `pt-BR`. */
const languageForm = /^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$/

export function translationsViolation(translations: unknown): string | undefined {
  if (!isObject(translations)) return 'TRANSLATIONS is not an object'
  const language = Object.keys(translations).find((name) => !languageForm.test(name))
  if (language !== undefined) return `TRANSLATIONS: ${language} is no language such as de`
  const wrong = Object.entries(translations).find(([, texts]) => !isTranslation(texts))
  return wrong && `TRANSLATIONS.${wrong[0]} has parts that are no texts`
}

export const isTranslations = (value: unknown): value is Translations => translationsViolation(value) === undefined

const isTextOrAbsent = (value: unknown): boolean => value === undefined || typeof value === 'string'

const isRecordOf = (value: unknown, isRight: (entry: unknown) => boolean): boolean =>
  value === undefined || (isObject(value) && Object.values(value).every(isRight))

const isTranslation = (value: unknown): boolean =>
  isObject(value) &&
  isTextOrAbsent(value.display_name) &&
  isTextOrAbsent(value.description) &&
  isRecordOf(value.network, isTextOrAbsent) &&
  isRecordOf(value.settings, isSettingTexts)

const isSettingTexts = (value: unknown): boolean =>
  isObject(value) &&
  isTextOrAbsent(value.title) &&
  isTextOrAbsent(value.description) &&
  isRecordOf(value.options, isTextOrAbsent)
