/** Implements GET /api/v1/keys. */
import { shownKey } from '../domain/access/shown-key.ts'
import type { Action } from './action.ts'

export const listKeys: Action<'list_keys'> = (_, { settings, apiKeysUse }) =>
  settings.current().auth.api_keys.map((key) => shownKey(key, apiKeysUse.last(key.id)))
