/** Implements POST /api/v1/sends/{id}/cancel. */
import { principalOf } from '../domain/access/principal.ts'
import { ServiceError } from '../domain/service-error.ts'
import type { SendAction } from './action.ts'
import { isSendOf, sendFor } from './send-and-audit.ts'

export const cancelSend: SendAction<'cancel_send'> = async ({ id }, services, { caller }) => {
  const { sending, audit } = services
  const send = (await isSendOf(caller, id, services)) ? await sending.cancel(id) : undefined
  if (send === undefined) throw new ServiceError('send_not_found', 'There is no such message.', { id })
  const isCancelled = send.error?.code === 'send_cancelled'
  const result = isCancelled ? 'ok' : 'refused'
  audit.append({ action: 'send_cancelled', principal: principalOf(caller), target: id, result })
  return sendFor(caller, send)
}
