/** Reads received messages in ROWID order, as rules would have judged them. */
import { unixMsToAppleNs } from '../../apple/apple-time.ts'
import type { Category } from '../../contract/categories.ts'
import type { ConversationKey, RowId } from '../../contract/ids.ts'
import type { Chat, Row } from '../../domain/message.ts'
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
  category: Category
  handle: string
  sender: string
  text: string | null
  sentAtMs: number
}

export interface Since {
  sinceMs: number
  /** ROWID of the last message of the previous page; 0 for the first page. */
  rowid: number
  limit: number
}

interface IncomingDeps {
  chatDb: ChatDb
  rows: Rows
  chats: Chats
  people: People
  /** The categories that are shown. */
  shown: readonly Category[]
  /** The key of the conversation that a chat belongs to. */
  keyOf(chat: Chat): ConversationKey
  /** The name of the conversation that a chat belongs to. */
  nameOf(chat: Chat): string
}

/** Extra rows to read, since some are left out. */
const spare = 20

export function incoming({
  chatDb: { db },
  rows,
  chats,
  people,
  shown,
  keyOf,
  nameOf,
}: IncomingDeps): (since: Since) => IncomingMessage[] {
  // The unary plus makes SQLite use the index on the date; without it SQLite would walk all ROWIDs.
  const first = db.prepare('SELECT min(+ROWID) AS rowid FROM message WHERE date >= ?')

  const startOf = ({ sinceMs, rowid }: Since): number | undefined => {
    if (rowid > 0) return rowid
    const found = first.get(unixMsToAppleNs(sinceMs))?.rowid
    return typeof found === 'number' ? found - 1 : undefined
  }
  const toIncoming = (row: Row, names: Map<number, string>): IncomingMessage[] => {
    const chat = row.chat ?? (row.handle === null ? undefined : chats.ofPerson(row.handle))
    if (chat === undefined || chat.isBlocked || !shown.includes(chat.category)) return []
    const handle = row.handle ?? chat.identifier
    const name = names.get(chat.id) ?? nameOf(chat)
    if (chat.id !== 0) names.set(chat.id, name)
    return [
      {
        rowid: row.rowid,
        conversation: keyOf(chat),
        conversation_guid: chat.guid,
        conversation_name: name,
        groupName: chat.groupName,
        isGroup: chat.isGroup,
        category: chat.category,
        handle,
        sender: people.nameOf(handle),
        text: row.text,
        sentAtMs: row.sentAtMs,
      },
    ]
  }
  return (since) => {
    const came: IncomingMessage[] = []
    const names = new Map<number, string>()
    let after = startOf(since)
    while (after !== undefined && came.length < since.limit) {
      const limit = since.limit - came.length + spare
      const read = rows.receivedSince(since.sinceMs, after, limit)
      came.push(...read.filter(isIncoming).flatMap((row) => toIncoming(row, names)))
      after = read.length < limit ? undefined : read.at(-1)?.rowid
    }
    return came.slice(0, since.limit)
  }
}

const isIncoming = ({ kind, isEmptied, isDeleted }: Row): boolean =>
  (kind === 'text' || kind === 'app') && !isEmptied && !isDeleted
