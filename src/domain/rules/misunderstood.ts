/** The one error of conditions that cannot be understood: it names the column. */
import { ServiceError } from '../service-error.ts'

/** `at` counts UTF-16 code units from zero, as text fields do; people are told columns from one. */
export function misunderstood(at: number, reason: string): ServiceError {
  const column = at + 1
  return new ServiceError('invalid_request', `The conditions cannot be understood at column ${column}: ${reason}.`, {
    path: 'conditions',
    column,
    reason,
  })
}
