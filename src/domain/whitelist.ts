/** Resolves entries of the whitelist in any spelling, and adds them to the lists or removes them. */
import { handleKind, normaliseHandle, sameHandle } from './handles.ts'
import { groupIdentifier } from './scope.ts'

export type Meant = { kind: 'handle' | 'group'; handle: string }

interface Lists {
  handles: readonly string[]
  groups: readonly string[]
}

const groupGuid = /^[^;]*;\+;.+$/
const bareGroup = /^chat\d+$/
const personGuid = /^[^;]*;-;/
const email = /^[^\s@]+@[^\s@]+$/
/** Companies send under a name; networks allow them eleven characters. */
const senderName = /^\S{1,11}$/

/**
 * Returns undefined for text that is neither an address nor a group, such as the name of a person. `isGroup` reports
 * whether Messages knows such a group.
 */
export function whitelistEntry(text: string, isGroup: (guid: string) => boolean): Meant | undefined {
  const bare = text.trim()
  if (groupGuid.test(bare) || bareGroup.test(bare) || isGroup(bare)) return { kind: 'group', handle: bare }
  const handle = normaliseHandle(bare.replace(personGuid, ''))
  return isAddress(handle) ? { kind: 'handle', handle } : undefined
}

function isAddress(handle: string): boolean {
  const kind = handleKind(handle)
  if (kind === 'email') return email.test(handle)
  return kind === 'alphanumeric' ? senderName.test(handle) : true
}

/** Whether both mean the same person or the same group, in any spelling. */
export const sameEntry = (a: Meant, b: Meant): boolean =>
  a.kind === b.kind && (a.kind === 'group' ? sameGroup : sameHandle)(a.handle, b.handle)

/** Returns the spelling under which the entry is listed; undefined when it is not. */
export const listedAs = ({ handles, groups }: Lists, { kind, handle }: Meant): string | undefined =>
  kind === 'group'
    ? groups.find((listed) => sameGroup(listed, handle))
    : handles.find((listed) => sameHandle(listed, handle))

/** Returns the same lists when the entry is already listed, in any spelling. */
export function withEntry<L extends Lists>(lists: L, meant: Meant): L {
  if (listedAs(lists, meant) !== undefined) return lists
  const { kind, handle } = meant
  return kind === 'group'
    ? { ...lists, groups: [...lists.groups, handle] }
    : { ...lists, handles: [...lists.handles, handle] }
}

/** `text` is the entry as given, which is the only way to match an entry that was written by hand and means nobody. */
export function withoutEntry(
  lists: Lists,
  text: string,
  meant: Meant | undefined,
): { handles: string[]; groups: string[] } {
  const isMeant = (kind: Meant['kind'], same: (a: string, b: string) => boolean) => (listed: string) =>
    listed === text || (meant?.kind === kind && same(listed, meant.handle))
  const [handle, group] = [isMeant('handle', sameHandle), isMeant('group', sameGroup)]
  return {
    handles: lists.handles.filter((listed) => !handle(listed)),
    groups: lists.groups.filter((listed) => !group(listed)),
  }
}

const sameGroup = (a: string, b: string): boolean => groupIdentifier(a) === groupIdentifier(b)
