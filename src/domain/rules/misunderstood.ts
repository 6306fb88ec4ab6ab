/** Builds the one error for conditions that cannot be parsed: it names the column and the problem there. */
import { categories } from '../../contract/categories.ts'
import { longestConditions } from '../../contract/limits.ts'
import { ServiceError } from '../service-error.ts'

/** The limit is deeper than anyone reads, and bounds the recursion of everything that walks the tree. */
export const deepest = 32

const faults = {
  too_long: `they are longer than ${longestConditions} characters`,
  too_deep: `parentheses are nested more than ${deepest} deep`,
  nothing_to_close: 'there is no parenthesis to close',
  not_closed: 'this parenthesis is not closed',
  term_missing: 'a term is missing',
  value_missing: 'a value is missing right after the colon',
  quote_not_closed: 'this quote is not closed',
  quote_alone: 'text in quotes stands alone; write contains: before it',
  word_alone: 'a word stands alone; write contains: before it',
  unknown_term: 'terms begin with from: contains: exact: group: in: or category:',
  unknown_place: 'in: takes group or direct',
  unknown_category: `category: takes ${categories.join(', ')}`,
} as const
export type Fault = keyof typeof faults

/** `at` counts UTF-16 code units from zero, as text fields do; users see columns that count from one. */
export function misunderstood(at: number, fault: Fault): ServiceError {
  const [column, reason] = [at + 1, faults[fault]]
  const message = `The conditions cannot be understood at column ${column}: ${reason}.`
  return new ServiceError('invalid_request', message, { path: 'conditions', column, reason, fault })
}
