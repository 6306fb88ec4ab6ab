/** Builds the error for a change that was refused, so that its caller learns why. */
import { ServiceError } from '../domain/service-error.ts'
import type { Refused } from './script-answer.ts'

export const unsupported = (reason: string): Refused => ({ code: 'unsupported', reason })

export const refusedError = ({ code, reason }: Refused): ServiceError =>
  new ServiceError(code, reason ?? 'The message was left as it is.', reason === null ? {} : { reason })

export function refuse(refused: Refused | null): void {
  if (refused !== null) throw refusedError(refused)
}
