/** Decides whether a message can be scheduled for a time. */
import { farthestScheduledDays } from '../../contract/limits.ts'
import { ServiceError } from '../../domain/service-error.ts'

/** A clock of another program may be this much behind. */
const pastMs = 60_000
const farthestMs = farthestScheduledDays * 24 * 3_600_000

/** Throws `invalid_request` for a time that has passed or is too far ahead. */
export function requireReachable(sendAtMs: number, nowMs: number): void {
  if (sendAtMs < nowMs - pastMs) throw invalidSchedule('send_at', 'lies in the past')
  if (sendAtMs > nowMs + farthestMs)
    throw invalidSchedule('send_at', `is more than ${farthestScheduledDays} days ahead`)
}

export const invalidSchedule = (path: string, reason: string): ServiceError =>
  new ServiceError('invalid_request', 'It cannot be scheduled like this.', { in: 'body', path, reason })
