/** Implements PUT /api/v1/keys/{id}. */
import { principalOf } from '../domain/access/principal.ts'
import { shownKey } from '../domain/access/shown-key.ts'
import type { Action } from './action.ts'
import { noSuchKey } from './revoke-key.ts'

export const changeKey: Action<'change_key'> = ({ id, ...change }, { settings, audit, apiKeysUse }, { caller }) => {
  const { auth } = settings.change(({ auth: { api_keys: keys } }) => {
    if (!keys.some((key) => key.id === id)) throw noSuchKey()
    return { auth: { api_keys: keys.map((key) => (key.id === id ? { ...key, ...change } : key)) } }
  })
  audit.append({ action: 'key_changed', principal: principalOf(caller), target: id, result: 'ok' })
  const changed = auth.api_keys.find((key) => key.id === id)
  if (changed === undefined) throw noSuchKey()
  return shownKey(changed, apiKeysUse.last(id))
}
