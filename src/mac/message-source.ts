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

/**
 * `check` comes before the first read. Each method reads for itself: when it fails, chat.db is opened again by the next
 * `check`, and a failure of chat.db is thrown as a ServiceError.
 */
export interface MessageSource extends Pick<WatchedChatDb<unknown>, 'check' | 'close'> {
  rows: Rows
  chats: Omit<Chats, 'forget'>
  snapshots: RowSnapshots
  end(nowMs: number): DatabaseEnd
  guidAt(rowid: RowId): MessageGuid | undefined
}

export function messageSource(paths: MessagesPaths, home: string): MessageSource {
  const { check, open, reading, close } = watchChatDb(paths.database, (chatDb) => prepareReads(chatDb, home))
  return {
    check() {
      const change = check()
      if (change !== 'unchanged') open().chats.forget()
      return change
    },
    close,
    rows: {
      after: (rowid, limit) => reading(({ rows }) => rows.after(rowid, limit)),
      withRowids: (rowids) => reading(({ rows }) => rows.withRowids(rowids)),
      sentSince: (...window) => reading(({ rows }) => rows.sentSince(...window)),
      receivedSince: (...window) => reading(({ rows }) => rows.receivedSince(...window)),
      withGuid: (guid) => reading(({ rows }) => rows.withGuid(guid)),
    },
    chats: {
      byId: (id) => reading(({ chats }) => chats.byId(id)),
      ofPerson: (handle) => reading(({ chats }) => chats.ofPerson(handle)),
      selfHandles: () => reading(({ chats }) => chats.selfHandles()),
    },
    snapshots: {
      signatures: (window) => reading(({ snapshots }) => snapshots.signatures(window)),
      signaturesAfter: (rows) => reading(({ snapshots }) => snapshots.signaturesAfter(rows)),
      of: (signature) => reading(({ snapshots }) => snapshots.of(signature)),
    },
    end: (nowMs) => reading(({ end }) => end(nowMs)),
    guidAt: (rowid) => reading(({ guidAt }) => guidAt.get(rowid)?.guid as MessageGuid | undefined),
  }
}

function prepareReads(chatDb: ChatDb, home: string) {
  const { db } = chatDb
  const chats = readChats(chatDb)
  return {
    chats,
    rows: readRows({ chatDb, chats, attachments: readAttachments({ db, home }) }),
    snapshots: readRowSnapshots(chatDb),
    end: readEnd(chatDb),
    guidAt: db.prepare('SELECT guid FROM message WHERE ROWID = ?'),
  }
}
