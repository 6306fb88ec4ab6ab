/** Reads the time that somebody typed for a message, and writes it as the API takes it. */
import { ServiceError } from '../../domain/service-error.ts'
import { writtenTimeMs } from '../../domain/written-time.ts'

/** Throws `invalid_request`. */
export function sendTime(written: string, nowMs = Date.now()): string {
  const atMs = writtenTimeMs(written, nowMs)
  if (atMs !== undefined) return new Date(atMs).toISOString()
  throw new ServiceError(
    'invalid_request',
    `"${written}" is no time. Write "2026-12-24 18:00", 18:00, or a while from now such as 90m, 2h or 1d.`,
  )
}
