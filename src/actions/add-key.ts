/** Implements POST /api/v1/keys. */
import { principalOf } from '../domain/access/principal.ts'
import { shownKey } from '../domain/access/shown-key.ts'
import { readGrant } from '../domain/grant/complete.ts'
import { newApiKey } from '../store/api-keys.ts'
import type { Action } from './action.ts'
import { requireKnownLines } from './list-lines.ts'

export const addKey: Action<'add_key'> = async (
  { label, scopes, expires_in_days: expiresInDays, grant: given },
  { settings, audit, nowMs, lines },
  { caller },
) => {
  await requireKnownLines(given, { lines })
  const { grant, expiresAt } = readGrant(given, scopes)
  const { key, stored } = newApiKey({ label, scopes, expiresInDays, expiresAt, grant }, nowMs())
  settings.change(({ auth }) => ({ auth: { api_keys: [...auth.api_keys, stored] } }))
  audit.append({ action: 'key_added', principal: principalOf(caller), target: stored.id, result: 'ok' })
  return { ...shownKey(stored, undefined), key }
}
