/** DELETE /api/v1/keys/{id} */
import { principalOf } from '../domain/access/principal.ts'
import { ServiceError } from '../domain/service-error.ts'
import type { Action } from './action.ts'

export const revokeKey: Action<'revoke_key'> = ({ id }, { settings, audit }, { caller }) => {
  settings.change(({ auth: { api_keys: keys } }) => {
    if (!keys.some((key) => key.id === id)) throw new ServiceError('not_found', 'No API key has that id.')
    return { auth: { api_keys: keys.filter((key) => key.id !== id) } }
  })
  audit.append({ action: 'key_revoked', principal: principalOf(caller), target: id, result: 'ok' })
}
