/** Implements PATCH /api/v1/scheduled/{id}. */
import { principalOf } from '../domain/access/principal.ts'
import { ServiceError } from '../domain/service-error.ts'
import type { Caller, SendAction } from './action.ts'
import { isSendOf, requireChangeable, sendAtOf, sendFor } from './send-and-audit.ts'
import type { SendingServices } from './services.ts'

export const changeScheduled: SendAction<'change_scheduled'> = async ({ id, ...change }, services, { caller }) => {
  const { sending, audit, nowMs } = services
  const { text, send_at, send_now, confirm } = change
  const time = send_now ? { sendAtMs: nowMs() } : sendAtOf(send_at, services)
  const before = await findScheduled(id, services, caller)
  requireChangeable(caller, time.sendAtMs)
  if (!(await sending.changeScheduled(id, { ...(text !== undefined && { text }), ...time, isConfirmed: confirm })))
    throw notScheduled(id)
  audit.append({ action: 'scheduled_changed', principal: principalOf(caller), target: id, result: 'ok' })
  // It may have been released meanwhile.
  return sendFor(caller, (await sending.findScheduled(id)) ?? { ...before, state: 'queued' as const })
}

/** Throws `send_not_found` for an id that is unknown to the caller, and `not_scheduled` for a send that is not scheduled (any more). */
export async function findScheduled(id: string, services: Pick<SendingServices, 'sending'>, caller: Caller) {
  const { sending } = services
  if (!(await isSendOf(caller, id, services)))
    throw new ServiceError('send_not_found', 'There is no such message.', { id })
  const found = await sending.findScheduled(id)
  if (found !== undefined) return found
  if ((await sending.get(id)) === undefined)
    throw new ServiceError('send_not_found', 'There is no such message.', { id })
  throw notScheduled(id)
}

const notScheduled = (id: string) => new ServiceError('not_scheduled', 'This message is not scheduled.', { id })
