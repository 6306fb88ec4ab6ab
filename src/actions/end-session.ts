/** Implements DELETE /api/v1/sessions/{id}. */
import { principalOf } from '../domain/access/principal.ts'
import { ServiceError } from '../domain/service-error.ts'
import type { Action } from './action.ts'

export const endSession: Action<'end_session'> = ({ id }, { sessions, audit }, { caller }) => {
  if (!sessions.end(id)) throw new ServiceError('not_found', 'No browser is signed in under that id.')
  audit.append({ action: 'session_ended', principal: principalOf(caller), target: id, result: 'ok' })
}
