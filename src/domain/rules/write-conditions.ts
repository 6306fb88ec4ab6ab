/**
 * Writes conditions as the shortest text that parses to the same tree, with quotes and parentheses only where they are
 * needed.
 */
import type { Condition, Term } from './condition.ts'
import { bare } from './tokens.ts'

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

/**
 * Whether the value would be parsed differently without quotes: when it has surrounding spaces, a parenthesis, or
 * contains an operator or a term.
 */
const needsQuotes = (value: string): boolean => bare(value, 0).token !== value

const quoted = (value: string): string => `"${value.replaceAll(/[\\"]/g, '\\$&')}"`
