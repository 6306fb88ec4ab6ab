/** Implements PUT /api/v1/keys/{id}. */
import type { GivenGrant } from '../contract/grant.ts'
import type { Scope } from '../contract/scopes.ts'
import { principalOf } from '../domain/access/principal.ts'
import { readGrant, requireLimitable } from '../domain/grant/complete.ts'
import type { Action } from './action.ts'
import { requireKnownLines } from './list-lines.ts'
import { noSuchKey } from './revoke-key.ts'
import { keyInAnswer } from './shown-keys.ts'

export const changeKey: Action<'change_key'> = async ({ id, grant: given, ...change }, services, { caller }) => {
  await requireKnownLines(given, services)
  const { settings, audit } = services
  let wasPaused = false
  const { auth } = settings.change(({ auth: { api_keys: keys } }) => {
    const before = keys.find((key) => key.id === id)
    if (before === undefined) throw noSuchKey()
    wasPaused = before.paused === true
    const after = { ...before, ...change, ...grantChange(given, change.scopes ?? before.scopes) }
    if (after.grant) requireLimitable(after.scopes)
    return { auth: { api_keys: keys.map((key) => (key.id === id ? after : key)) } }
  })
  const { paused = wasPaused } = change
  const action = paused === wasPaused ? 'key_changed' : paused ? 'key_paused' : 'key_resumed'
  audit.append({ action, principal: principalOf(caller), target: id, result: 'ok' })
  const changed = auth.api_keys.find((key) => key.id === id)
  if (changed === undefined) throw noSuchKey()
  return keyInAnswer(changed, services)
}

/** A grant takes the place of the whole one before; its last day is kept where none is given. */
function grantChange(given: GivenGrant | null | undefined, scopes: readonly Scope[]) {
  if (given === undefined) return {}
  const { grant, expiresAt } = readGrant(given, scopes)
  return { grant, ...(expiresAt !== undefined && { expires_at: expiresAt }) }
}
