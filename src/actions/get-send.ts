/** Implements GET /api/v1/sends/{id}. */
import { ServiceError } from '../domain/service-error.ts'
import type { Action } from './action.ts'

export const getSend: Action<'get_send'> = ({ id }, { sending }) => {
  const send = sending.get(id)
  if (send === undefined) throw new ServiceError('send_not_found', 'There is no such message.', { id })
  return send
}
