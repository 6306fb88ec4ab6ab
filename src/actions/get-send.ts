/** Implements GET /api/v1/sends/{id}. */
import { ServiceError } from '../domain/service-error.ts'
import type { Action } from './action.ts'
import { isSendOf, sendFor } from './send-and-audit.ts'

export const getSend: Action<'get_send'> = ({ id }, services, { caller }) => {
  const send = isSendOf(caller, id, services) ? services.sending.get(id) : undefined
  if (send === undefined) throw new ServiceError('send_not_found', 'There is no such message.', { id })
  return sendFor(caller, send)
}
