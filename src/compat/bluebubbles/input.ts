/**
 * Reads what a request asks for as loosely as the original does: numbers may be text, lists may be written with commas;
 * and refuses the rest in the words that its clients know.
 */
import { isObject } from '../../base/json-object.ts'
import { badRequest } from './envelope.ts'

export type Fields = Readonly<Record<string, unknown>>

/** Returns what is wrong with a field, in a sentence. */
type Rule = (name: string, value: unknown) => string | undefined

const isEmpty = (value: unknown): boolean => value === undefined || value === null || value === ''

/** Rules other than `required` and `present` accept a field that is left out. */
const given =
  (rule: Rule): Rule =>
  (name, value) =>
    isEmpty(value) ? undefined : rule(name, value)

export const required: Rule = (name, value) => (isEmpty(value) ? `The ${name} field is required.` : undefined)
export const present: Rule = (name, value) =>
  value === undefined ? `The ${name} field must be present (but can be empty).` : undefined
export const text = given((name, value) => (typeof value === 'string' ? undefined : `The ${name} must be a string.`))
export const list = given((name, value) => (Array.isArray(value) ? undefined : `The ${name} must be an array.`))
export const yesOrNo = given((name, value) =>
  [true, false, 'true', 'false', 0, 1, '0', '1'].includes(value as string)
    ? undefined
    : `The ${name} must be true or false.`,
)
export const oneOf = (...values: readonly string[]): Rule =>
  given((name, value) => (values.includes(value as string) ? undefined : `The selected ${name} is invalid.`))

export const number = ({ min, max }: { min: number; max?: number }): Rule =>
  given((name, value) => {
    // Other values may have no number at all, such as an object whose toString is a field.
    const read = typeof value === 'number' || typeof value === 'string' ? Number(value) : Number.NaN
    if (!Number.isFinite(read)) return `The ${name} must be a number.`
    if (read < min) return `The ${name} must be at least ${min}.`
    return max !== undefined && read > max ? `The ${name} may not be greater than ${max}.` : undefined
  })

/** Throws the first violation, in the order of the rules. */
export function check(fields: Fields, rules: Readonly<Record<string, readonly Rule[]>>): void {
  for (const [name, each] of Object.entries(rules))
    for (const rule of each) {
      const violation = rule(name, fields[name])
      if (violation !== undefined) throw badRequest(violation)
    }
}

/** Throws where a field of the body is no text. */
export const textIn = (fields: Fields, name: string): string | undefined => {
  const value = fields[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** Reads a whole number after `check`; undefined where the field is left out. */
export function wholeIn(fields: Fields, name: string): number | undefined {
  const value = fields[name]
  return isEmpty(value) ? undefined : Math.trunc(Number(value))
}

export const isYes = (value: unknown): boolean => ['true', '1', 'yes'].includes(String(value).toLowerCase())

/** `limit` and `offset` of a page, after `check`. */
export const pageIn = (fields: Fields, { limit }: { limit: number }) => ({
  offset: wholeIn(fields, 'offset') ?? 0,
  limit: wholeIn(fields, 'limit') || limit,
})

/** The rules of a page. */
export const pageRules = { offset: [number({ min: 0 })], limit: [number({ min: 1, max: 1000 })] }
/** The rules of a period: milliseconds since 1970, both ends included. */
export const periodRules = { after: [number({ min: 0 })], before: [number({ min: 1 })] }

/** The last millisecond of the year 9999, the latest that our times can be written for. */
const latestMs = 253_402_300_799_999

/** Our filter of a period that a client asks for. */
export function periodIn(fields: Fields): { since?: string; until?: string } {
  const [after, before] = [wholeIn(fields, 'after'), wholeIn(fields, 'before')]
  return {
    ...(after !== undefined && { since: moment(after) }),
    ...(before !== undefined && { until: moment(before) }),
  }
}

export const moment = (ms: number): string => new Date(Math.min(Math.max(ms, 0), latestMs)).toISOString()

/**
 * Returns what an answer has to include. `with` is a list in a body and has commas in a query. Clients write the same
 * name as `attributedBody`, `attributed-body` or `message.attributedBody`.
 */
export function wantedIn(value: unknown): ReadonlySet<string> {
  const names = typeof value === 'string' ? value.split(',') : Array.isArray(value) ? value : []
  return new Set(
    names
      .filter((name) => typeof name === 'string')
      .map((name) =>
        name
          .trim()
          .toLowerCase()
          .replaceAll('-', '')
          .replace(/^messages?\./, '')
          .replace(/^(chat|attachment)(?=\.|$)/, '$1s'),
      ),
  )
}

/** The body as fields; a body of another form has none. */
export const fieldsOf = (body: unknown): Fields => (isObject(body) ? body : {})

/** The first that is present of three names in the address, then of three headers. */
export function passwordIn(query: Fields, headers: Fields): string {
  const bearer = /^bearer +(\S+)$/i.exec(String(headers.authorization ?? ''))?.[1]
  const given = [query.guid, query.password, query.token, bearer, headers['x-api-key'], headers['x-password']]
  return String(given.find((each) => each !== undefined) ?? '').trim()
}
