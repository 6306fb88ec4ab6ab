/** Converts values to typed text and back without loss. */
import type { Field } from './field.ts'

/**
 * The value of an emptied field: null where that is allowed, an empty text where a default would apply otherwise, else
 * undefined.
 */
export function emptied({ isNullable, initial, kind }: Pick<Field, 'isNullable' | 'initial' | 'kind'>): unknown {
  if (isNullable) return null
  return initial !== undefined && kind === 'text' ? '' : undefined
}

export const textOfValue = (value: unknown): string =>
  value === undefined || value === null ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value)

/**
 * Text that is not a number stays as typed, so that it is reported as a problem rather than lost. A comma is read as a
 * point.
 */
export function numberOfText(text: string): number | string | undefined {
  const bare = text.trim()
  if (bare === '') return undefined
  return /^[+-]?(\d+([.,]\d*)?|[.,]\d+)(e[+-]?\d+)?$/i.test(bare) ? Number(bare.replace(',', '.')) : text
}

/** Splits at line breaks, commas and semicolons. */
export const entriesOfText = (text: string): string[] =>
  text
    .split(/[\n,;]+/)
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')

export const jsonOfValue = (value: unknown): string => (value === undefined ? '' : JSON.stringify(value, null, 2))

/** Returns undefined for an empty text, and throws what `JSON.parse` throws. */
export const valueOfJson = (text: string): unknown => (text.trim() === '' ? undefined : JSON.parse(text))
