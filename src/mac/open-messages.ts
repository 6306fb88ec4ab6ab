/** chat.db for single questions beside the history: what it can tell at all, and one attachment. Opened when first asked. */
import { type Attachments, readAttachments } from './attachments.ts'
import { type ChatDb, explain, fileIdentity, openChatDb, sameFile } from './chat-db.ts'
import { type Chats, readChats } from './chats.ts'
import type { Features } from './features.ts'
import { messagesPaths } from './messages-paths.ts'

export interface OpenMessages {
  /** All throw a ServiceError while chat.db cannot be read. */
  features(): Features
  /** ROWID of the newest row; zero while there is none. */
  newestRowid(): number
  /** The addresses that Messages is signed in with. */
  selfHandles(): readonly string[]
  attachment(id: string): ReturnType<Attachments['byGuid']>
  close(): void
}

const newest = 'SELECT coalesce(max(ROWID), 0) AS rowid FROM message'

export function openMessages(home: string): OpenMessages {
  const { database } = messagesPaths(home)
  let open: { chatDb: ChatDb; attachments: Attachments; chats: Chats } | undefined

  const close = () => {
    open?.chatDb.close()
    open = undefined
  }
  function current() {
    if (open !== undefined && !sameFile(open.chatDb.identity, fileIdentity(database))) close()
    if (open !== undefined) return open
    const chatDb = openChatDb(database)
    open = { chatDb, attachments: readAttachments({ db: chatDb.db, home }), chats: readChats(chatDb) }
    return open
  }
  function asking<T>(question: () => T): T {
    try {
      return question()
    } catch (error) {
      close()
      throw explain(error, database)
    }
  }
  return {
    features: () => asking(() => current().chatDb.features),
    newestRowid: () => asking(() => Number(current().chatDb.db.prepare(newest).get()?.rowid)),
    selfHandles: () => asking(() => current().chats.selfHandles()),
    attachment: (id) => asking(() => current().attachments.byGuid(id)),
    close,
  }
}
