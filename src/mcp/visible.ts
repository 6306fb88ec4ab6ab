/** Makes what a model gets readable for people, too: no hidden characters, which can tell it what nobody reads. */
import { visible } from '../base/visible.ts'

const longest = 4_000

/** Makes every text within the value visible, and cuts it to the length that a reader needs. */
export function visibleWithin<T>(value: T): T {
  if (typeof value === 'string') return capped(visible(value)) as T
  if (Array.isArray(value)) return value.map(visibleWithin) as T
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, visibleWithin(inner)])) as T
}

const capped = (text: string): string =>
  text.length <= longest
    ? text
    : `${text.slice(0, longest).toWellFormed()}… [${text.length - longest} characters left out]`
