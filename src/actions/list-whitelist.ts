/** Implements GET /api/v1/whitelist. */
import type { Action } from './action.ts'
import { listedEntry, shownEntry } from './whitelist-entries.ts'

export const listWhitelist: Action<'list_whitelist'> = (_input, services) => {
  const { handles, groups } = services.settings.current().whitelist
  const entries = [
    ...handles.map((handle) => listedEntry('handle', handle, services)),
    ...groups.map((group) => listedEntry('group', group, services)),
  ]
  return entries.map((entry) => shownEntry(entry, services))
}
