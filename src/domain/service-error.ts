/** Defines the one class of expected failures; its code is a row of contract/errors.ts. */
import { type ErrorCode, errors, remedyAt } from '../contract/errors.ts'
import type { Surface } from '../contract/surfaces.ts'

export class ServiceError extends Error {
  readonly code: ErrorCode
  /** Says what happened, without the remedy. */
  readonly what: string
  readonly details: Readonly<Record<string, unknown>>

  /** `what` describes what happened in one sentence that holds on every surface; the remedy comes from the table. */
  constructor(code: ErrorCode, what: string, details: Record<string, unknown> = {}, options?: ErrorOptions) {
    super(`${what} ${errors[code].remedy}`, options)
    this.name = 'ServiceError'
    this.code = code
    this.what = what
    this.details = details
  }

  /**
   * Returns the message with the remedy for readers on that surface. `message` itself is for logs, plugins and stored
   * states.
   */
  messageFor(surface: Surface): string {
    return `${this.what} ${remedyAt(surface, this.code)}`
  }
}

export const hasCode = (error: unknown, code: ErrorCode): error is ServiceError =>
  error instanceof ServiceError && error.code === code

/** Returns what `read` returns, or undefined where it fails in an expected way, for example while Messages cannot be read. */
export function unlessFailed<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch (error) {
    if (error instanceof ServiceError) return undefined
    throw error
  }
}
