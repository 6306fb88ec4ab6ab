/** Checks for the values of fields; the tables of frames and calls are built from them. */
import { isObject, type JsonObject } from '../base/json-object.ts'

export type Check<T> = (value: unknown) => value is T

export const text: Check<string> = (value): value is string => typeof value === 'string'
export const flag: Check<boolean> = (value): value is boolean => typeof value === 'boolean'
export const count: Check<number> = (value): value is number => Number.isSafeInteger(value) && Number(value) >= 0
export const record: Check<JsonObject> = isObject
export const listOf =
  <T>(item: Check<T>): Check<T[]> =>
  (value): value is T[] =>
    Array.isArray(value) && value.every(item)
export const optional =
  <T>(item: Check<T>): Check<T | null> =>
  (value): value is T | null =>
    value === null || item(value)
export const seconds: Check<number> = (value): value is number => Number.isFinite(value) && Number(value) >= 0
export const oneOf =
  <T extends string>(...values: T[]): Check<T> =>
  (value): value is T =>
    values.some((one) => one === value)

export type Fields = Record<string, Check<unknown>>
export type ValuesOf<F extends Fields> = { [Field in keyof F]: F[Field] extends Check<infer Value> ? Value : never }

/** Returns only the declared fields, or undefined when one of them fails its check. */
export function checkedFields<F extends Fields>(fields: F, value: Record<string, unknown>): ValuesOf<F> | undefined {
  const checked: Record<string, unknown> = {}
  for (const field in fields) {
    const given = value[field]
    if (fields[field]?.(given) !== true) return undefined
    checked[field] = given
  }
  return checked as ValuesOf<F>
}
