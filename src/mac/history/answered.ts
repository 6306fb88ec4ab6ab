/** Describes the messages that others reply to: their sender and first words. */
import type { Answered } from '../../contract/message.ts'
import type { ChatDb } from '../chat-db.ts'
import type { ShownConversation } from './conversation-chats.ts'
import type { LoadMessages } from './found-message.ts'
import { readMessage, wordsOf } from './message-words.ts'
import { nobody, type People } from './people.ts'

const longest = 200

export interface AnsweredMessages {
  /** Keyed by GUID; messages that are no longer in the conversation are left out. */
  of(guids: readonly string[], conversation: ShownConversation): Map<string, Answered>
}

export function answeredMessages(
  { db }: ChatDb,
  load: LoadMessages,
  { people, lateEnough }: { people: People; lateEnough: string },
): AnsweredMessages {
  const find = db.prepare(`SELECT DISTINCT m.ROWID AS rowid FROM json_each(?) g CROSS JOIN message m ON m.guid = g.value
    JOIN chat_message_join j ON j.message_id = m.ROWID WHERE j.chat_id IN (SELECT value FROM json_each(?)) AND ${lateEnough}`)

  return {
    of(guids, { chatIds }) {
      if (guids.length === 0) return new Map()
      const rowids = find.all(JSON.stringify(guids), JSON.stringify(chatIds)).map(({ rowid }) => Number(rowid))
      return new Map([...load(rowids).values()].map((found) => [found.guid, told(found)]))
    },
  }

  function told(found: Parameters<typeof readMessage>[0]): Answered {
    const is_from_me = found.is_from_me === 1
    return {
      rowid: found.rowid,
      sender: is_from_me ? 'Me' : found.handle === null ? nobody : people.nameOf(found.handle),
      is_from_me,
      text: beginningOf(wordsOf(readMessage(found), people)),
    }
  }
}

/** Never cuts within a surrogate pair. */
const beginningOf = (text: string): string =>
  text.length <= longest ? text : `${text.slice(0, longest).replace(/[\ud800-\udbff]$/, '')}…`
