/** Entries of the whitelist with the names that people know them by. */
import type { Conversation } from '../contract/conversation.ts'
import type { WhitelistEntry } from '../contract/whitelist.ts'
import { contactAvatarPath } from '../domain/contact-avatar-path.ts'
import { ServiceError } from '../domain/service-error.ts'
import { type Meant, whitelistEntry } from '../domain/whitelist.ts'
import type { Doors } from './doors.ts'

type EntryDoors = Pick<Doors, 'history' | 'contacts'>

/** Undefined for what is neither address nor group. A group is named as Messages names it now, where it is known. */
export function entryMeant(text: string, { history }: EntryDoors): Meant | undefined {
  const meant = whitelistEntry(text, (guid) => groupOf(guid, history) !== undefined)
  if (meant?.kind !== 'group') return meant
  return { kind: 'group', handle: groupOf(meant.handle, history)?.guid ?? meant.handle }
}

/** An entry as it stands in one of the lists; what was written by hand and means nobody is shown as it is. */
export const listedEntry = (kind: Meant['kind'], listed: string, doors: EntryDoors): Meant => {
  const meant = entryMeant(listed, doors)
  return { kind, handle: meant?.kind === kind ? meant.handle : listed }
}

export function shownEntry({ kind, handle }: Meant, { history, contacts }: EntryDoors): WhitelistEntry {
  const isGroup = kind === 'group'
  const conversation = isGroup ? groupOf(handle, history) : conversationWith(handle, history)
  return {
    ...{ handle, kind },
    display_name: (isGroup ? conversation?.display_name : contacts.nameOf(handle)) ?? handle,
    avatar_url: !isGroup && contacts.hasPhoto(handle) ? contactAvatarPath(handle) : null,
    last_message_ts: conversation?.last_message_ts ?? null,
  }
}

/** The newest: a number without its country may be several people. */
const conversationWith = (handle: string, history: Doors['history']): Conversation | undefined =>
  readable(() => history.conversationsWith(handle)[0])

function groupOf(guid: string, history: Doors['history']): Conversation | undefined {
  const conversation = readable(() => history.conversation(guid) ?? history.conversation(`any;+;${guid}`))
  return conversation?.is_group ? conversation : undefined
}

/** The list is there to be seen and changed while Messages cannot be read. */
function readable<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch (error) {
    if (error instanceof ServiceError) return undefined
    throw error
  }
}
