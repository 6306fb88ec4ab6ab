/** The one class of expected failures; its code is a row of contract/errors.ts. */
import { type ErrorCode, errors } from '../contract/errors.ts'

export class ServiceError extends Error {
  readonly code: ErrorCode
  readonly details: Readonly<Record<string, unknown>>

  /** `what` says what happened in one sentence; the remedy comes from the table. */
  constructor(code: ErrorCode, what: string, details: Record<string, unknown> = {}, options?: ErrorOptions) {
    super(`${what} ${errors[code].remedy}`, options)
    this.name = 'ServiceError'
    this.code = code
    this.details = details
  }
}

export const hasCode = (error: unknown, code: ErrorCode): error is ServiceError =>
  error instanceof ServiceError && error.code === code
