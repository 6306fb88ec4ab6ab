/** Whom an entry of the whitelist means, however it is written, and lists with it and without it. */
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
/** Companies write under a name; networks allow them eleven characters. */
const senderName = /^\S{1,11}$/

/** Undefined for what is neither address nor group, such as the name of a person. `isGroup` says whether Messages knows one. */
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

/** Whether both mean the same person or the same group, each in any writing. */
export const sameEntry = (a: Meant, b: Meant): boolean =>
  a.kind === b.kind && (a.kind === 'group' ? sameGroup : sameHandle)(a.handle, b.handle)

/** The writing under which the entry stands in the lists; undefined when it is not among them. */
export const listedAs = ({ handles, groups }: Lists, { kind, handle }: Meant): string | undefined =>
  kind === 'group'
    ? groups.find((listed) => sameGroup(listed, handle))
    : handles.find((listed) => sameHandle(listed, handle))

/** The same lists when it is among them already, in any writing. */
export function withEntry<L extends Lists>(lists: L, meant: Meant): L {
  if (listedAs(lists, meant) !== undefined) return lists
  const { kind, handle } = meant
  return kind === 'group'
    ? { ...lists, groups: [...lists.groups, handle] }
    : { ...lists, handles: [...lists.handles, handle] }
}

/** `text` as it was given: what is written in a list by hand, and means nobody, goes by that. */
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
