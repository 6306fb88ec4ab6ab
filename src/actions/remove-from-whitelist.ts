/** Implements POST /api/v1/whitelist/remove. */
import { principalOf } from '../domain/access/principal.ts'
import { withoutEntry } from '../domain/whitelist.ts'
import type { Action } from './action.ts'
import { entryMeant, listedEntry, shownEntry } from './whitelist-entries.ts'

export const removeFromWhitelist: Action<'remove_from_whitelist'> = ({ handle }, services, { caller }) => {
  const meant = entryMeant(handle, services)
  let taken: { handles: string[]; groups: string[] } = { handles: [], groups: [] }
  services.settings.change(({ whitelist }) => {
    const left = withoutEntry(whitelist, handle, meant)
    taken = {
      handles: whitelist.handles.filter((listed) => !left.handles.includes(listed)),
      groups: whitelist.groups.filter((listed) => !left.groups.includes(listed)),
    }
    return { whitelist: left }
  })
  const [entry] = [
    ...taken.handles.map((listed) => listedEntry('handle', listed, services)),
    ...taken.groups.map((listed) => listedEntry('group', listed, services)),
  ]
  if (entry === undefined) return { ...shownEntry(meant ?? { kind: 'handle', handle }, services), removed: false }
  services.audit.append({
    action: 'whitelist_changed',
    principal: principalOf(caller),
    target: `whitelist.${entry.kind}s`,
    result: 'ok',
  })
  return { ...shownEntry(entry, services), removed: true }
}
