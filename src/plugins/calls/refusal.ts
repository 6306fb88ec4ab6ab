/** Builds the refusal of a call as it crosses to the plugin: a code and its remedy, never the internal message. */

import { isDiskFull } from '../../base/errors.ts'
import { type ErrorCode, errors } from '../../contract/errors.ts'
import { ServiceError } from '../../domain/service-error.ts'
import type { HostFrame } from '../protocol.ts'

export const refused = (code: ErrorCode, what: string, retryAfterS?: number): ServiceError =>
  new ServiceError(code, what, retryAfterS === undefined ? {} : { retry_after_s: retryAfterS })

/** The message of an error may name a handle or a path, so only its code crosses. */
export function refusalFrame(call: number, error: unknown): HostFrame {
  const known = error instanceof ServiceError ? error : undefined
  const code = known?.code ?? (isDiskFull(error) ? 'disk_full' : 'internal')
  const after = known?.details.retry_after_s
  const after_s = typeof after === 'number' && Number.isFinite(after) && after >= 0 ? after : null
  return { type: 'refusal', call, code, reason: errors[code].remedy, after_s }
}
