/** POST /api/v1/whitelist/remove */
import { principalOf } from '../domain/access/principal.ts'
import { withoutEntry } from '../domain/whitelist.ts'
import type { Action } from './action.ts'
import { entryMeant, shownEntry } from './whitelist-entries.ts'

export const removeFromWhitelist: Action<'remove_from_whitelist'> = ({ handle }, doors, { caller }) => {
  const meant = entryMeant(handle, doors)
  doors.settings.change(({ whitelist }) => ({ whitelist: withoutEntry(whitelist, handle, meant) }))
  const entry = meant ?? { kind: 'handle', handle }
  doors.audit.append({
    action: 'whitelist_changed',
    principal: principalOf(caller),
    target: `whitelist.${entry.kind}s`,
    result: 'ok',
  })
  return shownEntry(entry, doors)
}
