/** Maps addresses to people: names from Contacts, and which addresses are the user's own. */
import { contactAvatarPath } from '../../domain/contact-name.ts'
import { normaliseHandle, withoutFilterMark } from '../../domain/handles.ts'
import type { Contacts } from '../contacts.ts'

/** Stands for the author of a row that names nobody. */
export const nobody = 'Someone'

export interface People {
  /** The contact's name, or the address. */
  nameOf(handle: string): string
  isMe(handle: string): boolean
  /** Path under which the picture is served, if there is one. */
  avatarOf(handle: string): string | null
}

interface Known {
  contacts: Pick<Contacts, 'nameOf'> & Partial<Pick<Contacts, 'hasPhoto'>>
  ownHandles(): Iterable<string>
  nowMs(): number
}

/** Contacts and settings may change at any time, so cached results expire after this time. */
const rememberedMs = 1_000

export function people({ contacts, ownHandles, nowMs }: Known): People {
  const names = new Map<string, string>()
  let own = new Set<string>()
  let askedAtMs = Number.NEGATIVE_INFINITY

  const forgetIfOld = () => {
    if (Math.abs(nowMs() - askedAtMs) <= rememberedMs) return
    names.clear()
    own = new Set([...ownHandles()].map(normaliseHandle))
    askedAtMs = nowMs()
  }
  return {
    nameOf(handle) {
      forgetIfOld()
      const name = names.get(handle) ?? (contacts.nameOf(handle) || withoutFilterMark(handle))
      names.set(handle, name)
      return name
    },
    isMe(handle) {
      forgetIfOld()
      return own.has(normaliseHandle(handle))
    },
    avatarOf: (handle) => (contacts.hasPhoto?.(handle) === true ? contactAvatarPath(handle) : null),
  }
}
