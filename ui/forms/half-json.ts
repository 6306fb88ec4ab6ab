/** Holds incomplete JSON as a value of a form: it stays as typed, counts as a problem, and so is never sent. */
import { isObject } from '../../src/base/json-object.ts'
import { type Path, placeOf } from './values.ts'
import { valueOfJson } from './written.ts'

const key = '\0half'

export interface HalfJson {
  [key]: string
  reason: string
}

export const isHalfJson = (value: unknown): value is HalfJson => isObject(value) && typeof value[key] === 'string'

/** Returns the value of a JSON text, or the text itself with the reason why it cannot be parsed. */
export function meantBy(text: string): unknown {
  try {
    return valueOfJson(text)
  } catch (error) {
    return { [key]: text, reason: (error as Error).message }
  }
}

export const typedIn = (half: HalfJson): string => half[key]

/** Finds incomplete JSON at any depth. */
export function halfJsonIn(value: unknown, path: Path = []): { place: string; reason: string }[] {
  if (isHalfJson(value)) return [{ place: placeOf(path), reason: value.reason }]
  if (Array.isArray(value)) return value.flatMap((entry, index) => halfJsonIn(entry, [...path, index]))
  return isObject(value) ? Object.entries(value).flatMap(([name, inner]) => halfJsonIn(inner, [...path, name])) : []
}
