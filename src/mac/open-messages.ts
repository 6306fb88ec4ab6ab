/**
 * Reads single facts from chat.db besides the history, such as its features or one attachment. Opens it on first use.
 */
import { type Attachments, readAttachments } from './attachments.ts'
import type { ChatDb } from './chat-db.ts'
import { readChats } from './chats.ts'
import type { Features } from './features.ts'
import { messagesPaths } from './messages-paths.ts'
import { watchChatDb } from './watched-chat-db.ts'

export interface OpenMessages {
  /** All methods throw a ServiceError while chat.db cannot be read. */
  features(): Features
  /** ROWID of the newest row; zero while there is none. */
  newestRowid(): number
  /** The addresses that Messages is signed in with. */
  selfHandles(): readonly string[]
  /** The name of a group by its chat identifier; null where it has none. */
  groupName(identifier: string): string | null
  attachment(id: string): ReturnType<Attachments['byGuid']>
  /** GUID of the message that the attachment is in. */
  messageOfAttachment(guid: string): string | undefined
  close(): void
}

const newest = 'SELECT coalesce(max(ROWID), 0) AS rowid FROM message'

export function openMessages(home: string): OpenMessages {
  const build = (chatDb: ChatDb) => {
    const { db, features } = chatDb
    const newestRow = db.prepare(newest)
    return { features, newestRow, attachments: readAttachments({ db, home }), chats: readChats(chatDb) }
  }
  const watched = watchChatDb(messagesPaths(home).database, build, { isAskedRarely: true })
  const asking = <R>(question: (opened: ReturnType<typeof build>) => R): R => {
    watched.check()
    return watched.reading(question)
  }
  return {
    features: () => asking(({ features }) => features),
    newestRowid: () => asking(({ newestRow }) => Number(newestRow.get()?.rowid)),
    selfHandles: () => asking(({ chats }) => chats.selfHandles()),
    groupName: (identifier) => asking(({ chats }) => chats.ofGroup(identifier)?.groupName ?? null),
    attachment: (id) => asking(({ attachments }) => attachments.byGuid(id)),
    messageOfAttachment: (guid) => asking(({ attachments }) => attachments.messageOf(guid)),
    close: watched.close,
  }
}
