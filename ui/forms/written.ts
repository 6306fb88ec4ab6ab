/** Values as they are typed: text to value and back again without a loss. */
import type { Field } from './field.ts'

/** What an emptied field means: null where that is allowed, an empty text where something would count otherwise, else nothing. */
export function emptied({ isNullable, initial, kind }: Pick<Field, 'isNullable' | 'initial' | 'kind'>): unknown {
  if (isNullable) return null
  return initial !== undefined && kind === 'text' ? '' : undefined
}

export const textOfValue = (value: unknown): string =>
  value === undefined || value === null ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value)

/** What is no number stays as it is typed, to be named as wrong rather than lost. A comma is read as a point. */
export function numberOfText(text: string): number | string | undefined {
  const bare = text.trim()
  if (bare === '') return undefined
  return /^[+-]?(\d+([.,]\d*)?|[.,]\d+)(e[+-]?\d+)?$/i.test(bare) ? Number(bare.replace(',', '.')) : text
}

/** One entry to a line, or between commas where the entries hold none. */
export const entriesOfText = (text: string): string[] =>
  text
    .split(/[\n,;]+/)
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')

export const jsonOfValue = (value: unknown): string => (value === undefined ? '' : JSON.stringify(value, null, 2))

/** Undefined for an empty text; throws what `JSON.parse` does. */
export const valueOfJson = (text: string): unknown => (text.trim() === '' ? undefined : JSON.parse(text))
