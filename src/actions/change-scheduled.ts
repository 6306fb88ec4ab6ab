/** Implements PATCH /api/v1/scheduled/{id}. */
import { principalOf } from '../domain/access/principal.ts'
import { ServiceError } from '../domain/service-error.ts'
import type { Action } from './action.ts'
import { sendAtOf } from './send-and-audit.ts'
import type { Services } from './services.ts'

export const changeScheduled: Action<'change_scheduled'> = ({ id, ...change }, services, { caller }) => {
  const { sending, audit, nowMs } = services
  const { text, send_at, send_now, confirm } = change
  const time = send_now ? { sendAtMs: nowMs() } : sendAtOf(send_at, services)
  const before = findScheduled(id, services)
  if (!sending.changeScheduled(id, { ...(text !== undefined && { text }), ...time, isConfirmed: confirm }))
    throw notScheduled(id)
  audit.append({ action: 'scheduled_changed', principal: principalOf(caller), target: id, result: 'ok' })
  // It may have been released meanwhile.
  return sending.findScheduled(id) ?? { ...before, state: 'queued' }
}

/** Throws `send_not_found` for an unknown id, and `not_scheduled` for a send that is not scheduled (any more). */
export function findScheduled(id: string, { sending }: Pick<Services, 'sending'>) {
  const found = sending.findScheduled(id)
  if (found !== undefined) return found
  if (sending.get(id) === undefined) throw new ServiceError('send_not_found', 'There is no such message.', { id })
  throw notScheduled(id)
}

const notScheduled = (id: string) => new ServiceError('not_scheduled', 'This message is not scheduled.', { id })
