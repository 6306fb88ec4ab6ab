/** Finds the newest message of one conversation. */
import type { ChatDb } from '../chat-db.ts'
import type { ShownConversation } from './conversation-chats.ts'
import type { LoadMessages } from './found-message.ts'
import type { Repeats } from './repeats.ts'
import type { ShownRows } from './shown-rows.ts'
import { type Step, theEnd, walker } from './walk.ts'

export interface Head {
  rowid: number
  chatId: number
  /** Unix milliseconds. */
  sentAtMs: number
}

interface HeadFinderDeps {
  chatDb: ChatDb
  rows: ShownRows
  load: LoadMessages
  repeats: Repeats
  isSelf(conversation: ShownConversation): boolean
}

/** Falls back to the newest system line where nobody has written; returns undefined where nothing is shown at all. */
export function headFinder({ chatDb, rows, load, repeats, isSelf }: HeadFinderDeps) {
  const [written, shown] = [walker(chatDb, rows.written), walker(chatDb, rows.shown)]

  return (conversation: ShownConversation): Head | undefined => {
    const newest = { chatIds: conversation.chatIds, from: theEnd, limit: 1 }
    const step = written.before(newest)[0] ?? shown.before(newest)[0]
    return step && headAt(step, conversation)
  }

  /** Returns the repeated row if a row repeats another. */
  function headAt({ rowid: stepRowid, chatId }: Step, conversation: ShownConversation): Head | undefined {
    const rowid = Number(stepRowid)
    const found = load([rowid]).get(rowid)
    const repeated = found && repeats.among([{ found, chatId }], conversation, isSelf(conversation)).get(rowid)
    const head = repeated === undefined ? found : load([repeated]).get(repeated)
    return head && { rowid: head.rowid, chatId, sentAtMs: head.sent_at_ms ?? 0 }
  }
}
