/** Formats a value for comparison with another one. */

import { isObject } from '../../src/base/json-object.ts'
import { isHiddenSecret } from '../../src/domain/plugin-settings.ts'
import { t } from '../catalogue/texts.ts'
import type { Field } from './field.ts'
import type { Words } from './form-context.ts'
import { textOfValue } from './written.ts'

/** A secret is shown as dots. */
export function shownValue(value: unknown, { isSecret }: Pick<Field, 'isSecret'>, { options }: Words = {}): string {
  if (value === undefined || value === null || value === '') return t('forms.none')
  if (isSecret || isHiddenSecret(value)) return '••••'
  const title = options?.[String(value)]
  if (title !== undefined) return title
  if (typeof value === 'boolean') return t(value ? 'forms.yes' : 'forms.no')
  if (!Array.isArray(value)) return textOfValue(value)
  return value.length === 0
    ? t('forms.none')
    : value.map((one) => (isObject(one) ? '{…}' : textOfValue(one))).join(', ')
}
