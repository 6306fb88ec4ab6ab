/** Who is who: names out of Contacts, and which addresses are one's own. */
import { contactAvatarPath } from '../../domain/contact-avatar-path.ts'
import { normaliseHandle } from '../../domain/handles.ts'
import type { Contacts } from '../contacts.ts'

/** Whoever wrote a row that names nobody. */
export const nobody = 'Someone'

export interface People {
  /** Contact name, or the address. */
  nameOf(handle: string): string
  isMe(handle: string): boolean
  /** Where the picture is served, if there is one. */
  avatarOf(handle: string): string | null
}

interface Known {
  contacts: Pick<Contacts, 'nameOf'> & Partial<Pick<Contacts, 'hasPhoto'>>
  ownHandles(): Iterable<string>
  nowMs(): number
}

/** Contacts and settings change at any time: what was asked longer ago is asked again. */
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
      const name = names.get(handle) ?? (contacts.nameOf(handle) || handle)
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
