/** Implements DELETE /api/v1/scheduled/{id}. */
import { principalOf } from '../domain/access/principal.ts'
import { ServiceError } from '../domain/service-error.ts'
import type { SendAction } from './action.ts'
import { findScheduled } from './change-scheduled.ts'

export const cancelScheduled: SendAction<'cancel_scheduled'> = async ({ id }, services, { caller }) => {
  const { sending, audit } = services
  await findScheduled(id, services, caller)
  const isCancelled = (await sending.cancel(id))?.error?.code === 'send_cancelled'
  const result = isCancelled ? 'ok' : 'refused'
  audit.append({ action: 'send_cancelled', principal: principalOf(caller), target: id, result })
  if (!isCancelled) throw new ServiceError('not_scheduled', 'This message was sent meanwhile.', { id })
}
