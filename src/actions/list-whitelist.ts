/** GET /api/v1/whitelist */
import type { Action } from './action.ts'
import { entryMeant, shownEntry } from './whitelist-entries.ts'

export const listWhitelist: Action<'list_whitelist'> = (_input, doors) => {
  const { handles, groups } = doors.settings.current().whitelist
  const meant = [
    ...handles.map((handle) => entryMeant(handle, doors) ?? { kind: 'handle' as const, handle }),
    ...groups.map((group) => ({ kind: 'group' as const, handle: entryMeant(group, doors)?.handle ?? group })),
  ]
  return meant.map((entry) => shownEntry(entry, doors))
}
