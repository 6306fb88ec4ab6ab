/** What came in, in the order of ROWIDs: what a rule would have been asked about. */
import { unixMsToAppleNs } from '../../apple/apple-time.ts'
import type { ConversationKey, RowId } from '../../contract/ids.ts'
import type { Chat, Row } from '../../domain/row.ts'
import type { ChatDb } from '../chat-db.ts'
import type { Chats } from '../chats.ts'
import type { Rows } from '../rows.ts'
import type { People } from './people.ts'

export interface IncomingMessage {
  rowid: RowId
  conversation: ConversationKey
  conversation_guid: string
  conversation_name: string
  /** Null in a conversation with one person. */
  groupName: string | null
  isGroup: boolean
  handle: string
  sender: string
  text: string | null
  sentAtMs: number
}

export interface Since {
  sinceMs: number
  /** Of the last one of the page before; 0 for the first page. */
  rowid: number
  limit: number
}

interface Parts {
  chatDb: ChatDb
  rows: Rows
  chats: Chats
  people: People
  /** Of the conversation that a chat belongs to. */
  nameOf(chat: Chat): string
}

const rowsAtOnce = 500

export function incoming({ chatDb: { db }, rows, chats, people, nameOf }: Parts): (since: Since) => IncomingMessage[] {
  // Old rows may come under new numbers, but none under one below that of the first row of its day.
  const first = db.prepare('SELECT min(ROWID) AS rowid FROM message WHERE date >= ?')

  const startOf = ({ sinceMs, rowid }: Since): number | undefined => {
    if (rowid > 0) return rowid
    const found = first.get(unixMsToAppleNs(sinceMs))?.rowid
    return typeof found === 'number' ? found - 1 : undefined
  }
  const toIncoming = (row: Row): IncomingMessage[] => {
    const chat = row.chat ?? (row.handle === null ? undefined : chats.ofPerson(row.handle))
    if (chat === undefined || chat.isJunk) return []
    const handle = row.handle ?? chat.identifier
    return [
      {
        rowid: row.rowid,
        conversation: chat.conversation,
        conversation_guid: chat.guid,
        conversation_name: nameOf(chat),
        groupName: chat.groupName,
        isGroup: chat.isGroup,
        handle,
        sender: people.nameOf(handle),
        text: row.text,
        sentAtMs: row.sentAtMs,
      },
    ]
  }
  return (since) => {
    const came: IncomingMessage[] = []
    let after = startOf(since)
    while (after !== undefined && came.length < since.limit) {
      const read = rows.after(after, rowsAtOnce)
      came.push(...read.filter((row) => isIncoming(row) && row.sentAtMs >= since.sinceMs).flatMap(toIncoming))
      after = read.length < rowsAtOnce ? undefined : read.at(-1)?.rowid
    }
    return came.slice(0, since.limit)
  }
}

const isIncoming = ({ isFromMe, kind, isEmptied, isDeleted }: Row): boolean =>
  !isFromMe && (kind === 'text' || kind === 'app') && !isEmptied && !isDeleted
