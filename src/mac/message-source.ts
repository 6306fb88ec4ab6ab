/** chat.db as the bridge sees it: opened when it can be, watched for replacement, asked for rows, changes and its end. */
import type { MessageGuid, RowId } from '../contract/ids.ts'
import { readAttachments } from './attachments.ts'
import { type ChatDb, explain, fileIdentity, openChatDb, sameFile } from './chat-db.ts'
import { type Chats, readChats } from './chats.ts'
import { type DatabaseEnd, readEnd } from './database-end.ts'
import { type Looks, readLooks } from './looks.ts'
import type { MessagesPaths } from './messages-paths.ts'
import { type Rows, readRows } from './rows.ts'

export interface OpenSource {
  rows: Rows
  chats: Chats
  looks: Looks
  end(nowMs: number): DatabaseEnd
  guidAt(rowid: RowId): MessageGuid | undefined
}

/** What `look` found. `fresh`: opened just now, for the first time or again. */
export type Glance = 'unchanged' | 'changed' | 'fresh'

export interface MessageSource {
  /** Cheap: one `stat` and one pragma while nothing has changed. Throws a ServiceError when chat.db cannot be read. */
  look(): Glance
  /** Only after `look` succeeded. */
  open(): OpenSource
  /** Runs a read; a failure comes out as a ServiceError, and one that the file is to blame for opens it anew next time. */
  reading<T>(read: (source: OpenSource) => T): T
  close(): void
}

interface Opened extends OpenSource {
  chatDb: ChatDb
  dataVersion(): number
}

export function messageSource(paths: MessagesPaths, home: string): MessageSource {
  let opened: Opened | undefined
  let version: number | undefined

  const close = () => {
    opened?.chatDb.close()
    opened = undefined
    version = undefined
  }
  const guarded = <T>(work: () => T): T => {
    try {
      return work()
    } catch (error) {
      close()
      throw explain(error, paths.database)
    }
  }
  const current = (): Opened => {
    if (opened === undefined) throw new Error('chat.db was asked before it was looked at.')
    return opened
  }
  return {
    look: () =>
      guarded(() => {
        if (opened !== undefined && !sameFile(opened.chatDb.identity, fileIdentity(paths.database))) close()
        const glance = opened === undefined ? 'fresh' : undefined
        opened ??= openSource(openChatDb(paths.database), home)
        const now = opened.dataVersion()
        if (now === version) return 'unchanged'
        version = now
        opened.chats.forget()
        return glance ?? 'changed'
      }),
    open: current,
    reading: (read) => guarded(() => read(current())),
    close,
  }
}

function openSource(chatDb: ChatDb, home: string): Opened {
  const { db } = chatDb
  const chats = readChats(chatDb)
  const dataVersion = db.prepare('PRAGMA data_version')
  const guidAt = db.prepare('SELECT guid FROM message WHERE ROWID = ?')
  return {
    chatDb,
    chats,
    rows: readRows({ chatDb, chats, attachments: readAttachments({ db, home }) }),
    looks: readLooks(chatDb),
    end: readEnd(chatDb),
    guidAt: (rowid) => guidAt.get(rowid)?.guid as MessageGuid | undefined,
    dataVersion: () => Number(dataVersion.get()?.data_version),
  }
}
