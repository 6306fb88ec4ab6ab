/** Implements PUT /api/v1/keys/{id}. */
import type { GivenGrant } from '../contract/grant.ts'
import type { Scope } from '../contract/scopes.ts'
import { principalOf } from '../domain/access/principal.ts'
import { shownKey } from '../domain/access/shown-key.ts'
import { readGrant, requireLimitable } from '../domain/grant/complete.ts'
import type { Action } from './action.ts'
import { noSuchKey } from './revoke-key.ts'

export const changeKey: Action<'change_key'> = (
  { id, grant: given, ...change },
  { settings, audit, apiKeysUse },
  { caller },
) => {
  const { auth } = settings.change(({ auth: { api_keys: keys } }) => {
    const before = keys.find((key) => key.id === id)
    if (before === undefined) throw noSuchKey()
    const after = { ...before, ...change, ...grantChange(given, change.scopes ?? before.scopes) }
    if (after.grant) requireLimitable(after.scopes)
    return { auth: { api_keys: keys.map((key) => (key.id === id ? after : key)) } }
  })
  audit.append({ action: 'key_changed', principal: principalOf(caller), target: id, result: 'ok' })
  const changed = auth.api_keys.find((key) => key.id === id)
  if (changed === undefined) throw noSuchKey()
  return shownKey(changed, apiKeysUse.last(id))
}

/** A grant takes the place of the whole one before; its last day is kept where none is given. */
function grantChange(given: GivenGrant | null | undefined, scopes: readonly Scope[]) {
  if (given === undefined) return {}
  const { grant, expiresAt } = readGrant(given, scopes)
  return { grant, ...(expiresAt !== undefined && { expires_at: expiresAt }) }
}
