/** Implements GET /api/v1/sends/{id}. */
import { ServiceError } from '../domain/service-error.ts'
import type { SendAction } from './action.ts'
import { isSendOf, sendFor } from './send-and-audit.ts'

export const getSend: SendAction<'get_send'> = async ({ id }, services, { caller }) => {
  const send = (await isSendOf(caller, id, services)) ? await services.sending.get(id) : undefined
  if (send === undefined) throw new ServiceError('send_not_found', 'There is no such message.', { id })
  return sendFor(caller, send)
}
