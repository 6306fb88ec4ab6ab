/** The error that says when to come again. */
import { ServiceError } from '../../domain/service-error.ts'

export const rateLimited = (what: string, waitMs: number): ServiceError =>
  new ServiceError('rate_limited', what, { retry_after_s: Math.ceil(waitMs / 1_000) })
