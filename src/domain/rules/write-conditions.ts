/** Conditions as text, the shortest that is read as the same: quotes and parentheses where they are needed alone. */
import type { Condition, Term } from './condition.ts'

export function writeConditions(condition: Condition): string {
  switch (condition.is) {
    case 'or':
      return condition.of.map(inOr).join(' OR ')
    case 'and':
      return condition.of.map(inAnd).join(' AND ')
    case 'not':
      return `NOT ${inNot(condition.of)}`
    default:
      return writeTerm(condition)
  }
}

const inParentheses = (condition: Condition): string => `(${writeConditions(condition)})`
const inOr = (condition: Condition): string =>
  condition.is === 'or' ? inParentheses(condition) : writeConditions(condition)
const inAnd = (condition: Condition): string =>
  condition.is === 'or' || condition.is === 'and' ? inParentheses(condition) : writeConditions(condition)
const inNot = (condition: Condition): string => ('of' in condition ? inParentheses(condition) : writeTerm(condition))

const writeTerm = ({ is, value }: Term): string => `${is}:${needsQuotes(value) ? quoted(value) : value}`

/** What ends a value, and a quote at its beginning. */
const needsQuotes = (value: string): boolean => /[\s()"]/u.test(value) || [...value].some((sign) => sign.trim() === '')

const quoted = (value: string): string => `"${value.replaceAll(/[\\"]/g, '\\$&')}"`
