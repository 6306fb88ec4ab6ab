/** Derives the missing events from two polls of the newest conversations. */
import type { Conversation } from '../../src/contract/conversation.ts'
import type { StreamEvent } from '../../src/contract/events.ts'

export type Seen = Pick<Conversation, 'guid' | 'handle' | 'last_message_rowid' | 'last_message_is_from_me'>

/**
 * A conversation may have been further back until now: then it counts only if its message is newer than all that were
 * seen.
 */
export function newsBetween(before: readonly Seen[], now: readonly Seen[]): StreamEvent[] {
  const newest = Math.max(0, ...before.map(({ last_message_rowid }) => last_message_rowid))
  const knownIn = new Map(before.map(({ guid, last_message_rowid }) => [guid, last_message_rowid]))
  return now
    .filter(({ guid, last_message_rowid }) => last_message_rowid > (knownIn.get(guid) ?? newest))
    .sort((one, other) => one.last_message_rowid - other.last_message_rowid)
    .map(({ guid, handle, last_message_rowid: rowid, last_message_is_from_me }) =>
      last_message_is_from_me
        ? { type: 'message_sent', chat_guid: guid, rowid, handle }
        : { type: 'new_message', chat_guid: guid, rowid },
    )
}
