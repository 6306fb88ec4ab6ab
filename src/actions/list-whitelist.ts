/** Implements GET /api/v1/whitelist. */
import type { Action } from './action.ts'
import { shownEntries } from './whitelist-entries.ts'

export const listWhitelist: Action<'list_whitelist'> = (_input, services) => {
  const { whitelist } = services.settings.current()
  return shownEntries(whitelist, whitelist, services)
}
