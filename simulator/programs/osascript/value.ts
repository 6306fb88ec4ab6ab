/** The values of AppleScript expressions, and how `osascript` prints them. */
import type { Service } from '../messages-app.ts'
import { AppleError, numbers } from './apple-error.ts'
import type { UiElement } from './ui-element.ts'

export type Reference =
  | { readonly ref: 'application'; readonly name: string }
  | { readonly ref: 'chat'; readonly guid: string }
  | { readonly ref: 'account'; readonly service: Service }
  | { readonly ref: 'participant'; readonly handle: string; readonly service: Service | undefined }
  | { readonly ref: 'file'; readonly path: string }
  | { readonly ref: 'constant'; readonly name: string }
  | { readonly ref: 'ui'; readonly element: UiElement }

export type Value = string | number | boolean | null | Reference | readonly Value[]

export const isReference = (value: Value): value is Reference =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export function asText(value: Value): string {
  if (value === null) return 'missing value'
  if (!isReference(value)) return Array.isArray(value) ? value.map(asText).join(', ') : String(value)
  switch (value.ref) {
    case 'application':
      return `application ${value.name}`
    case 'chat':
      return `chat id ${value.guid}`
    case 'account':
      return `account id ${value.service}`
    case 'participant':
      return `participant id ${value.handle}`
    case 'file':
      return `file ${value.path.replaceAll('/', ':').slice(1)}`
    case 'constant':
      return value.name
    case 'ui':
      return `UI element ${String(value.element.get('name') ?? '')}`
  }
}

export function asNumber(value: Value): number {
  const number = typeof value === 'number' ? value : Number(asText(value))
  if (Number.isNaN(number)) {
    throw new AppleError(numbers.cannotCoerce, `Can’t make ${quoted(value)} into type number.`)
  }
  return number
}

export const asList = (value: Value): readonly Value[] =>
  Array.isArray(value) ? value : typeof value === 'string' ? [...value] : [value]

/** AppleScript ignores case when it compares texts. */
export const equal = (left: Value, right: Value): boolean => asText(left).toLowerCase() === asText(right).toLowerCase()

export const quoted = (value: Value): string => (typeof value === 'string' ? `"${value}"` : asText(value))
