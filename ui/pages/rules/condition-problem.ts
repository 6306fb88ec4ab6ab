/** Checks whether conditions can be parsed, and returns the fault and its position if not. */
import type { Fault } from '../../../src/domain/rules/misunderstood.ts'
import { parseConditions } from '../../../src/domain/rules/parse-conditions.ts'
import { ServiceError } from '../../../src/domain/service-error.ts'

export interface ConditionProblem {
  fault: Fault
  /** Zero-based, in UTF-16 code units as text fields count. */
  at: number
}

export function problemOf(text: string): ConditionProblem | undefined {
  try {
    parseConditions(text)
    return undefined
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    const { column = 1, fault = 'term_missing' } = error.details ?? {}
    return { fault: fault as Fault, at: Number(column) - 1 }
  }
}
