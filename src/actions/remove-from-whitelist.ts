/** Implements POST /api/v1/whitelist/remove: a person is removed with all addresses. */
import { principalOf } from '../domain/access/principal.ts'
import { type Meant, withoutEntry } from '../domain/whitelist.ts'
import type { Action } from './action.ts'
import { shownEntries, shownGroup, shownPerson, understood } from './whitelist-entries.ts'

export const removeFromWhitelist: Action<'remove_from_whitelist'> = ({ handle }, services, { caller }) => {
  const { meant } = understood(handle, services)
  let taken: { handles: string[]; groups: string[] } = { handles: [], groups: [] }
  services.settings.change(({ whitelist }) => {
    // Without a meaning only an entry in just this writing is removed, as one that was written by hand.
    const entries: readonly (Meant | undefined)[] = meant.length > 0 ? meant : [undefined]
    const left = entries.reduce((lists, each) => withoutEntry(lists, handle, each), whitelist)
    taken = {
      handles: whitelist.handles.filter((listed) => !left.handles.includes(listed)),
      groups: whitelist.groups.filter((listed) => !left.groups.includes(listed)),
    }
    return { whitelist: left }
  })
  const { whitelist } = services.settings.current()
  const [entry] = shownEntries(taken, whitelist, services)
  if (entry === undefined) {
    const [first = { kind: 'handle', handle }] = meant
    const shown =
      first.kind === 'group' ? shownGroup(first.handle, services) : shownPerson([first.handle], whitelist, services)
    return { ...shown, removed: false }
  }
  services.audit.append({
    action: 'whitelist_changed',
    principal: principalOf(caller),
    target: `whitelist.${entry.kind}s`,
    result: 'ok',
  })
  return { ...entry, removed: true }
}
