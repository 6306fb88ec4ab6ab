/**
 * Reads chat.db for the bridge: opens it when possible, notices its replacement, and returns rows, changes and its end.
 */
import type { MessageGuid, RowId } from '../contract/ids.ts'
import type { SeenRow } from '../domain/changes.ts'
import type { Row } from '../domain/message.ts'
import { readArrivals } from './arrivals.ts'
import { readAttachments } from './attachments.ts'
import type { ChatDb } from './chat-db.ts'
import { type Chats, readChats } from './chats.ts'
import { type DatabaseEnd, readEnd } from './database-end.ts'
import { type JoinedChats, joinedChats } from './joined-chats.ts'
import type { MessagesPaths } from './messages-paths.ts'
import { inOneSnapshot } from './one-snapshot.ts'
import { type CurrentPersons, noPersons } from './persons.ts'
import { type RowSnapshots, readRowSnapshots } from './row-snapshots.ts'
import { type Rows, readRows } from './rows.ts'
import { type WatchedChatDb, watchChatDb } from './watched-chat-db.ts'

/**
 * `check` comes before the first read. Each method reads for itself: when it fails, chat.db is opened again by the next
 * `check`, and a failure of chat.db is thrown as a ServiceError.
 */
export interface MessageSource extends Pick<WatchedChatDb<unknown>, 'check' | 'close'> {
  rows: Omit<Rows, 'after'>
  /**
   * Rows after a ROWID in ROWID order, and snapshots of those that were sent since `sinceMs`. Both show one state of
   * chat.db, so that whatever changes a row later differs from its snapshot.
   */
  newRows(asked: { afterRowid: RowId; limit: number; sinceMs: number }): NewRows
  chats: Omit<Chats, 'forget'> & Omit<JoinedChats, 'unchanged'>
  /**
   * Runs reads about many rows on one state of chat.db and of the persons in Contacts, which is much cheaper than asking
   * anew for each.
   */
  inOneState<T>(read: () => T): T
  snapshots: Omit<RowSnapshots, 'after'>
  end(nowMs: number): DatabaseEnd
  /** Unix milliseconds of the newest messages of others since `sinceMs`, newest first. */
  arrivals(sinceMs: number): number[]
  guidAt(rowid: RowId): MessageGuid | undefined
}

export interface NewRows {
  rows: Row[]
  snapshots: SeenRow[]
}

export function messageSource(paths: MessagesPaths, home: string, persons = noPersons): MessageSource {
  const { check, open, reading, close } = watchChatDb(paths.database, (chatDb) => prepareReads(chatDb, home, persons))
  return {
    check() {
      const change = check()
      if (change !== 'unchanged') open().chats.forget()
      return change
    },
    close,
    rows: {
      withRowids: (rowids) => reading(({ rows }) => rows.withRowids(rowids)),
      sentSince: (...window) => reading(({ rows }) => rows.sentSince(...window)),
      receivedSince: (...window) => reading(({ rows }) => rows.receivedSince(...window)),
      withGuid: (guid) => reading(({ rows }) => rows.withGuid(guid)),
      eldersOf: (rowid) => reading(({ rows }) => rows.eldersOf(rowid)),
    },
    newRows: ({ afterRowid, limit, sinceMs }) =>
      reading(({ db, rows, snapshots }) =>
        inOneSnapshot(db, () => {
          const found = rows.after(afterRowid, limit)
          const upToRowid = found.at(-1)?.rowid ?? afterRowid
          return { rows: found, snapshots: snapshots.after({ afterRowid, upToRowid, sinceMs }) }
        }),
      ),
    chats: {
      byId: (id) => reading(({ chats }) => chats.byId(id)),
      ofPerson: (handle) => reading(({ chats }) => chats.ofPerson(handle)),
      ofGroup: (identifier) => reading(({ chats }) => chats.ofGroup(identifier)),
      selfHandles: () => reading(({ chats }) => chats.selfHandles()),
      conversationOf: (chat) => reading(({ joined }) => joined.conversationOf(chat)),
      lastAddressOf: (conversation) => reading(({ joined }) => joined.lastAddressOf(conversation)),
    },
    inOneState: (read) => reading(({ db, joined }) => inOneSnapshot(db, () => joined.unchanged(read))),
    snapshots: {
      signatures: (window) => reading(({ snapshots }) => snapshots.signatures(window)),
      of: (signature) => reading(({ snapshots }) => snapshots.of(signature)),
    },
    end: (nowMs) => reading(({ end }) => end(nowMs)),
    arrivals: (sinceMs) => reading(({ arrivals }) => arrivals(sinceMs)),
    guidAt: (rowid) => reading(({ guidAt }) => guidAt.get(rowid)?.guid as MessageGuid | undefined),
  }
}

function prepareReads(chatDb: ChatDb, home: string, persons: CurrentPersons) {
  const { db } = chatDb
  const chats = readChats(chatDb)
  return {
    db,
    chats,
    joined: joinedChats(chatDb, chats, persons),
    rows: readRows({ chatDb, chats, attachments: readAttachments({ db, home }) }),
    snapshots: readRowSnapshots(chatDb),
    end: readEnd(chatDb),
    arrivals: readArrivals(chatDb),
    guidAt: db.prepare('SELECT guid FROM message WHERE ROWID = ?'),
  }
}
