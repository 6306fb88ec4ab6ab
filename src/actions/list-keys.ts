/** Implements GET /api/v1/keys. */
import type { Action } from './action.ts'
import { grantedNames } from './granted-names.ts'
import { keyInAnswer } from './shown-keys.ts'

export const listKeys: Action<'list_keys'> = (_, services) =>
  services.settings.current().auth.api_keys.map((key) => ({
    ...keyInAnswer(key, services),
    ...(key.grant && { names: grantedNames(key.grant, services) }),
  }))
