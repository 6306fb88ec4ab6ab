/** Finds rows that only repeat another row of the conversation, so that they can be left out. */
import { readText } from '../body.ts'
import { isUrlBalloon, type RepeatedLink } from '../link-preview-rows.ts'
import type { ShownConversation } from './conversation-chats.ts'
import type { FoundMessage } from './found-message.ts'
import type { TwinRows } from './twin-rows.ts'

export interface InChat {
  found: FoundMessage
  chatId: number
  /** Whether no other message of the conversation has the same date. */
  isAlone?: boolean
}

export interface Repeats {
  /** Maps each row that is left out to the ROWID of the row that is shown instead. */
  among(rows: readonly InChat[], conversation: ShownConversation, isSelf: boolean): Map<number, number>
}

export function repeats({ repeatedLink, twins }: { repeatedLink: RepeatedLink; twins: TwinRows }): Repeats {
  const previewOf = ({ found, chatId }: InChat): [number, number][] => {
    if (!isUrlBalloon(found.balloon)) return []
    const text = repeatedLink({ ...found, chat_id: chatId }, readText(found, 'text').text)
    return text === undefined ? [] : [[found.rowid, text]]
  }
  return {
    among(rows, { chatIds }, isSelf) {
      const found = rows.map((row) => row.found)
      return new Map([
        ...rows.flatMap(previewOf),
        ...(isSelf ? twins.ownCopies(found, chatIds) : []),
        ...twins.ofOneMoment(
          rows.flatMap((row) => (row.isAlone ? [] : row.found)),
          chatIds,
        ),
      ])
    },
  }
}
