/** Resolves entries of the whitelist, with the names that people know them by. */
import type { Conversation } from '../contract/conversation.ts'
import type { WhitelistEntry } from '../contract/whitelist.ts'
import { contactAvatarPath } from '../domain/contact-name.ts'
import { ServiceError } from '../domain/service-error.ts'
import { type Meant, whitelistEntry } from '../domain/whitelist.ts'
import type { Services } from './services.ts'

type EntryServices = Pick<Services, 'history' | 'contacts'>

/** Undefined for a text that is neither an address nor a group. A known group gets its current GUID in Messages. */
export function entryMeant(text: string, { history }: EntryServices): Meant | undefined {
  const meant = whitelistEntry(text, (guid) => groupOf(guid, history) !== undefined)
  if (meant?.kind !== 'group') return meant
  return { kind: 'group', handle: groupOf(meant.handle, history)?.guid ?? meant.handle }
}

/** Resolves an entry of one of the lists; a hand-written text that matches nobody is returned unchanged. */
export const listedEntry = (kind: Meant['kind'], listed: string, services: EntryServices): Meant => {
  const meant = entryMeant(listed, services)
  return { kind, handle: meant?.kind === kind ? meant.handle : listed }
}

export function shownEntry({ kind, handle }: Meant, { history, contacts }: EntryServices): WhitelistEntry {
  const isGroup = kind === 'group'
  const conversation = isGroup ? groupOf(handle, history) : conversationWith(handle, history)
  return {
    handle,
    kind,
    display_name: (isGroup ? conversation?.display_name : contacts.nameOf(handle)) ?? handle,
    avatar_url: !isGroup && contacts.hasPhoto(handle) ? contactAvatarPath(handle) : null,
    last_message_ts: conversation?.last_message_ts ?? null,
  }
}

/** Takes the newest conversation, since a number without its country code may belong to several people. */
const conversationWith = (handle: string, history: Services['history']): Conversation | undefined =>
  readable(() => history.conversationsWith(handle)[0])

function groupOf(guid: string, history: Services['history']): Conversation | undefined {
  const conversation = readable(() => history.conversation(guid) ?? history.conversation(`any;+;${guid}`))
  return conversation?.is_group ? conversation : undefined
}

/** Returns undefined while Messages cannot be read, so that the list can still be shown and changed. */
function readable<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch (error) {
    if (error instanceof ServiceError) return undefined
    throw error
  }
}
