/** Builds the one error for conditions that cannot be parsed: it names the column and the problem there. */
import { categories } from '../../contract/categories.ts'
import { longestConditions } from '../../contract/limits.ts'
import { ServiceError } from '../service-error.ts'

/** The limit is deeper than anyone reads, and bounds the recursion of everything that walks the tree. */
export const deepest = 32

const faults = {
  too_long: `longer than ${longestConditions} characters`,
  too_deep: `parentheses nested more than ${deepest} deep`,
  nothing_to_close: 'no parenthesis to close',
  not_closed: 'parenthesis not closed',
  term_missing: 'condition missing',
  value_missing: 'value missing after the colon',
  quote_not_closed: 'quote not closed',
  quote_alone: 'quoted text needs contains: before it',
  word_alone: 'a word needs contains: before it',
  unknown_term: 'conditions begin with from: contains: exact: group: in: category: or line:',
  unknown_place: 'in: takes group or direct',
  unknown_category: `category: takes ${categories.join(', ')}`,
} as const
export type Fault = keyof typeof faults

/** `at` counts UTF-16 code units from zero, as text fields do; users see columns that count from one. */
export function misunderstood(at: number, fault: Fault): ServiceError {
  const [column, reason] = [at + 1, faults[fault]]
  const message = `The conditions are invalid at column ${column}: ${reason}.`
  return new ServiceError('invalid_request', message, { path: 'conditions', column, reason, fault })
}
