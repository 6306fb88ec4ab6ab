/** chat.db for single questions beside the history: what it can tell at all, and one attachment. Opened when first asked. */
import { type Attachments, readAttachments } from './attachments.ts'
import { type ChatDb, explain, fileIdentity, openChatDb, sameFile } from './chat-db.ts'
import type { Features } from './features.ts'
import { messagesPaths } from './messages-paths.ts'

export interface OpenMessages {
  /** Both throw a ServiceError while chat.db cannot be read. */
  features(): Features
  attachment(id: string): ReturnType<Attachments['byGuid']>
  close(): void
}

export function openMessages(home: string): OpenMessages {
  const { database } = messagesPaths(home)
  let open: { chatDb: ChatDb; attachments: Attachments } | undefined

  const close = () => {
    open?.chatDb.close()
    open = undefined
  }
  function current() {
    if (open !== undefined && !sameFile(open.chatDb.identity, fileIdentity(database))) close()
    if (open !== undefined) return open
    const chatDb = openChatDb(database)
    open = { chatDb, attachments: readAttachments({ db: chatDb.db, home }) }
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
    attachment: (id) => asking(() => current().attachments.byGuid(id)),
    close,
  }
}
