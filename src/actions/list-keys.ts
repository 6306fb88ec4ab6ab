/** Implements GET /api/v1/keys. */
import { shownKey } from '../domain/access/shown-key.ts'
import type { Action } from './action.ts'
import { grantedNames } from './granted-names.ts'

export const listKeys: Action<'list_keys'> = (_, services) => {
  const { settings, apiKeysUse } = services
  return settings.current().auth.api_keys.map((key) => ({
    ...shownKey(key, apiKeysUse.last(key.id)),
    ...(key.grant && { names: grantedNames(key.grant, services) }),
  }))
}
