/** Adds what is meant to the whitelist, or removes it, and audits a change. */
import { principalOf } from '../domain/access/principal.ts'
import { listedAs, type Meant, withEntry, withoutEntry } from '../domain/whitelist.ts'
import type { Caller } from './action.ts'
import type { Services } from './services.ts'

type WhitelistServices = Pick<Services, 'settings' | 'audit'>

/** Returns the spellings under which the entries are listed now, and whether any of them was not before. */
export function listEntries(
  entries: readonly [Meant, ...Meant[]],
  services: WhitelistServices,
  caller: Caller,
): { listed: string[]; isNew: boolean } {
  let isNew = false
  const { whitelist } = services.settings.change(({ whitelist }) => {
    const changed = entries.reduce(withEntry, whitelist)
    isNew = changed !== whitelist
    return { whitelist: changed }
  })
  if (isNew) noteChange(services, caller, entries[0].kind)
  return { listed: entries.map((entry) => listedAs(whitelist, entry) ?? entry.handle), isNew }
}

/** `text` is the entry as given. Returns what was removed, as it was listed. */
export function unlistEntries(
  text: string,
  meant: readonly Meant[],
  services: WhitelistServices,
  caller: Caller,
): { handles: string[]; groups: string[] } {
  let removed: { handles: string[]; groups: string[] } = { handles: [], groups: [] }
  services.settings.change(({ whitelist }) => {
    // If the name stands for nobody, only an entry in exactly this spelling is removed, such as one that was written by
    // hand.
    const entries: readonly (Meant | undefined)[] = meant.length > 0 ? meant : [undefined]
    const left = entries.reduce((lists, each) => withoutEntry(lists, text, each), whitelist)
    removed = {
      handles: whitelist.handles.filter((listed) => !left.handles.includes(listed)),
      groups: whitelist.groups.filter((listed) => !left.groups.includes(listed)),
    }
    return { whitelist: left }
  })
  if (removed.handles.length > 0) noteChange(services, caller, 'handle')
  else if (removed.groups.length > 0) noteChange(services, caller, 'group')
  return removed
}

const noteChange = ({ audit }: WhitelistServices, caller: Caller, kind: Meant['kind']): void =>
  audit.append({
    action: 'whitelist_changed',
    principal: principalOf(caller),
    target: `whitelist.${kind}s`,
    result: 'ok',
  })
