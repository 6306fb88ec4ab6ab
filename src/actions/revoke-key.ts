/** Implements DELETE /api/v1/keys/{id}. */
import type { StoredApiKey } from '../contract/key.ts'
import { principalOf } from '../domain/access/principal.ts'
import { ServiceError } from '../domain/service-error.ts'
import type { Action } from './action.ts'

export const revokeKey: Action<'revoke_key'> = ({ id }, { settings, audit, revokedKeys, nowMs }, { caller }) => {
  let revoked: StoredApiKey | undefined
  settings.change(({ auth: { api_keys: keys } }) => {
    revoked = keys.find((key) => key.id === id)
    if (revoked === undefined) throw noSuchKey()
    return { auth: { api_keys: keys.filter((key) => key.id !== id) } }
  })
  if (revoked !== undefined) revokedKeys.put(revoked, nowMs())
  audit.append({ action: 'key_revoked', principal: principalOf(caller), target: id, result: 'ok' })
}

export const noSuchKey = (): ServiceError => new ServiceError('not_found', 'No API key has that id.')
