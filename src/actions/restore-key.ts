/** Implements POST /api/v1/keys/{id}/restore. */
import { principalOf } from '../domain/access/principal.ts'
import type { Action } from './action.ts'
import { noSuchKey } from './revoke-key.ts'
import { keyInAnswer } from './shown-keys.ts'

export const restoreKey: Action<'restore_key'> = ({ id }, services, { caller }) => {
  const { settings, audit, revokedKeys, nowMs } = services
  const key = revokedKeys.take(id, nowMs())
  if (key === undefined) throw noSuchKey()
  settings.change(({ auth: { api_keys: keys } }) => ({ auth: { api_keys: [...keys, key] } }))
  audit.append({ action: 'key_restored', principal: principalOf(caller), target: id, result: 'ok' })
  return keyInAnswer(key, services)
}
