/** The error that names when to retry. */
import { ServiceError } from '../../domain/service-error.ts'

export const rateLimited = (what: string, waitMs: number): ServiceError =>
  new ServiceError('rate_limited', what, { retry_after_s: Math.ceil(waitMs / 1_000) })
