/** Conditions as a sentence: terms that are all, or any of them, to be fulfilled. What is nested deeper is text alone. */
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

/** Undefined where a sentence of this form does not say the same; throws where the text is not understood. */
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

/** Clauses whose value nobody has written yet are left out; empty where all are. */
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
