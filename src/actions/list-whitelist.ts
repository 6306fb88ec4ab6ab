/** Implements GET /api/v1/whitelist. */
import type { Action } from './action.ts'
import { listedEntry, shownEntry } from './whitelist-entries.ts'

export const listWhitelist: Action<'list_whitelist'> = (_input, doors) => {
  const { handles, groups } = doors.settings.current().whitelist
  const entries = [
    ...handles.map((handle) => listedEntry('handle', handle, doors)),
    ...groups.map((group) => listedEntry('group', group, doors)),
  ]
  return entries.map((entry) => shownEntry(entry, doors))
}
