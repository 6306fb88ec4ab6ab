/** Conditions as a sentence: terms of which all or any must hold. Deeper nesting exists only as text. */
import type { Condition, Term } from '../../../src/domain/rules/condition.ts'
import { parseConditions } from '../../../src/domain/rules/parse-conditions.ts'
import { writeConditions } from '../../../src/domain/rules/write-conditions.ts'

export interface Clause {
  not: boolean
  is: Term['is']
  value: string
}

export interface Sentence {
  join: 'and' | 'or'
  clauses: readonly Clause[]
}

/** Returns undefined when a sentence of this form cannot express the text; throws when the text cannot be parsed. */
export function sentenceOf(text: string): Sentence | undefined {
  const condition = parseConditions(text)
  const joined = condition.is === 'and' || condition.is === 'or'
  const clauses = (joined ? condition.of : [condition]).map(clauseOf)
  if (!clauses.every((clause) => clause !== undefined)) return undefined
  return { join: condition.is === 'or' ? 'or' : 'and', clauses }
}

function clauseOf(condition: Condition): Clause | undefined {
  if (condition.is === 'not') {
    const inner = clauseOf(condition.of)
    return inner === undefined || inner.not ? undefined : { ...inner, not: true }
  }
  return 'of' in condition ? undefined : { not: false, is: condition.is, value: condition.value }
}

/** Omits clauses without a value; the result is empty when no clause has one. */
export function textOf({ join, clauses }: Sentence): string {
  const parts = clauses.filter(({ value }) => value.trim() !== '').map(conditionOf)
  const [first] = parts
  if (first === undefined) return ''
  return writeConditions(parts.length === 1 ? first : { is: join, of: parts })
}

function conditionOf({ not, is, value }: Clause): Condition {
  const term = { is, value } as Term
  return not ? { is: 'not', of: term } : term
}
