/**
 * Reads chat.db for the bridge: opens it when possible, notices its replacement, and returns rows, changes and its end.
 */
import type { MessageGuid, RowId } from '../contract/ids.ts'
import { readAttachments } from './attachments.ts'
import type { ChatDb } from './chat-db.ts'
import { type Chats, readChats } from './chats.ts'
import { type DatabaseEnd, readEnd } from './database-end.ts'
import type { MessagesPaths } from './messages-paths.ts'
import { type RowSnapshots, readRowSnapshots } from './row-snapshots.ts'
import { type Rows, readRows } from './rows.ts'
import { type WatchedChatDb, watchChatDb } from './watched-chat-db.ts'

export interface OpenSource {
  rows: Rows
  chats: Chats
  end(nowMs: number): DatabaseEnd
  guidAt(rowid: RowId): MessageGuid | undefined
}

export interface MessageSource extends WatchedChatDb<OpenSource> {
  /** Each call is a read of its own and fails as `reading` does, because a comparison makes many calls with pauses. */
  snapshots: RowSnapshots
}

export function messageSource(paths: MessagesPaths, home: string): MessageSource {
  const watched = watchChatDb(paths.database, (chatDb) => ({
    ...openSource(chatDb, home),
    looks: readRowSnapshots(chatDb),
  }))
  return {
    ...watched,
    snapshots: {
      signatures: (window) => watched.reading(({ looks }) => looks.signatures(window)),
      signaturesAfter: (rows) => watched.reading(({ looks }) => looks.signaturesAfter(rows)),
      of: (signature) => watched.reading(({ looks }) => looks.of(signature)),
    },
    check() {
      const glance = watched.check()
      if (glance !== 'unchanged') watched.open().chats.forget()
      return glance
    },
  }
}

function openSource(chatDb: ChatDb, home: string): OpenSource {
  const { db } = chatDb
  const chats = readChats(chatDb)
  const guidAt = db.prepare('SELECT guid FROM message WHERE ROWID = ?')
  return {
    chats,
    rows: readRows({ chatDb, chats, attachments: readAttachments({ db, home }) }),
    end: readEnd(chatDb),
    guidAt: (rowid) => guidAt.get(rowid)?.guid as MessageGuid | undefined,
  }
}
