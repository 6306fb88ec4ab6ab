/** Whether conditions are understood, and at which column they are not. */
import { parseConditions } from '../../../src/domain/rules/parse-conditions.ts'
import { ServiceError } from '../../../src/domain/service-error.ts'

export interface ConditionProblem {
  message: string
  /** From zero, in UTF-16 code units, as text fields count. */
  at: number
}

export function problemOf(text: string): ConditionProblem | undefined {
  try {
    parseConditions(text)
    return undefined
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    return { message: error.message, at: Number(error.details?.column ?? 1) - 1 }
  }
}
