/** Entries of the whitelist with the names that people know them by. */
import type { Conversation } from '../contract/conversation.ts'
import type { WhitelistEntry } from '../contract/whitelist.ts'
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

export function shownEntry({ kind, handle }: Meant, { history, contacts }: EntryDoors): WhitelistEntry {
  const name = kind === 'group' ? groupOf(handle, history)?.display_name : contacts.nameOf(handle)
  return { handle, kind, display_name: name ?? handle }
}

/** The list is there to be seen and changed while Messages cannot be read. */
function groupOf(guid: string, history: Doors['history']): Conversation | undefined {
  try {
    const conversation = history.conversation(guid) ?? history.conversation(`any;+;${guid}`)
    return conversation?.is_group ? conversation : undefined
  } catch (error) {
    if (error instanceof ServiceError) return undefined
    throw error
  }
}
