/** Reads from chat.db what sending needs: to whom a message can go, and the state of those that were sent. */
import type { Handle, RowId } from '../../contract/ids.ts'
import type { ChatDb } from '../../mac/chat-db.ts'
import { readChats } from '../../mac/chats.ts'
import { messagesPaths } from '../../mac/messages-paths.ts'
import { watchChatDb } from '../../mac/watched-chat-db.ts'
import { type Addressee, readAddressees } from './addressees.ts'
import { type OutgoingRow, type OutgoingRowState, readOutgoingRows } from './outgoing-rows.ts'

export type { Addressee, KnownChat } from './addressees.ts'
export type { OutgoingRow, OutgoingRowState } from './outgoing-rows.ts'

/** Everything but `close` throws `messages_…` errors while chat.db cannot be read. */
export interface Outgoing {
  /** Reports whether anything changed since the last call; cheap. */
  checkForChanges(): 'unchanged' | 'changed' | 'fresh'
  /** Accepts any spelling, and people who were never written to. Undefined for a text that is not an address. */
  findPerson(handle: string): Addressee | undefined
  /** Accepts any spelling of the GUID. */
  findChat(guid: string): Addressee | undefined
  /** Everyone who is in a group or wrote in it; nobody for a person. */
  membersOf(addressee: Addressee): Handle[]
  newestRowid(): RowId
  /** Returns rows in ROWID order. */
  sentAfter(rowid: RowId, limit: number): OutgoingRow[]
  /** The given rows that exist, in ROWID order. */
  sentAmong(rowids: readonly RowId[]): OutgoingRow[]
  /** The states of the given rows that exist. */
  statesOf(rowids: readonly RowId[]): Map<RowId, OutgoingRowState>
  /** The files that Messages keeps anywhere below a folder; this reads every attachment. */
  filesBelow(folder: string): string[]
  close(): void
}

type Change = ReturnType<Outgoing['checkForChanges']>

interface OutgoingOptions {
  home: string
  /** The user's own addresses besides those that Messages is signed in with. */
  selfHandles: () => readonly string[]
}

export function openOutgoing({ home, selfHandles }: OutgoingOptions): Outgoing {
  const build = (chatDb: ChatDb) => {
    const chats = readChats(chatDb)
    return {
      chats,
      addressees: readAddressees(chatDb),
      rows: readOutgoingRows({ chatDb, chats, home, selfHandles }),
    }
  }
  const watched = watchChatDb(messagesPaths(home).database, build, { isAskedRarely: true })
  type Readers = ReturnType<typeof watched.open>
  let unreported: Change = 'unchanged'

  /** Every call polls first, so that none reads from a file that was replaced. */
  function refresh(): void {
    const change = watched.check()
    if (change === 'changed') watched.open().chats.forget()
    if (change === 'fresh' || unreported === 'unchanged') unreported = change
  }
  const query = <R>(read: (readers: Readers) => R): R => {
    refresh()
    return watched.reading(read)
  }
  return {
    checkForChanges() {
      refresh()
      const change = unreported
      unreported = 'unchanged'
      return change
    },
    findPerson: (handle) => query(({ addressees }) => addressees.findPerson(handle)),
    findChat: (guid) => query(({ addressees }) => addressees.findChat(guid)),
    membersOf: (addressee) => query(({ addressees }) => addressees.membersOf(addressee)),
    newestRowid: () => query(({ rows }) => rows.newestRowid()),
    sentAfter: (rowid, limit) => query(({ rows }) => rows.sentAfter(rowid, limit)),
    sentAmong: (rowids) => query(({ rows }) => rows.sentAmong(rowids)),
    statesOf: (rowids) => query(({ rows }) => rows.statesOf(rowids)),
    filesBelow: (folder) => query(({ rows }) => rows.filesBelow(folder)),
    close: watched.close,
  }
}
