/** Implements POST /api/v1/whitelist/remove: a person is removed with all addresses. */
import type { Action } from './action.ts'
import { unlistEntries } from './change-whitelist.ts'
import { shownEntries, shownGroup, shownPerson, understood } from './whitelist-entries.ts'

export const removeFromWhitelist: Action<'remove_from_whitelist'> = ({ handle }, services, { caller }) => {
  const { meant } = understood(handle, services)
  const removed = unlistEntries(handle, meant, services, caller)
  const { whitelist } = services.settings.current()
  const [entry] = shownEntries(removed, whitelist, services)
  if (entry === undefined) {
    const [first = { kind: 'handle', handle }] = meant
    const shown =
      first.kind === 'group' ? shownGroup(first.handle, services) : shownPerson([first.handle], whitelist, services)
    return { ...shown, removed: false }
  }
  return { ...entry, removed: true }
}
