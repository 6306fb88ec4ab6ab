/** Reads from chat.db what sending needs: to whom a message can go, and the state of those that were sent. */
import type { RowId } from '../../contract/ids.ts'
import type { ChatDb } from '../../mac/chat-db.ts'
import { readChats } from '../../mac/chats.ts'
import { messagesPaths } from '../../mac/messages-paths.ts'
import { watchChatDb } from '../../mac/watched-chat-db.ts'
import { type Addressee, readAddressees } from './addressees.ts'
import { type OutgoingRow, type OutgoingState, readOutgoingRows } from './outgoing-rows.ts'

export type { Addressee, KnownChat } from './addressees.ts'
export type { OutgoingRow, OutgoingState } from './outgoing-rows.ts'

/** Everything but `close` throws `messages_…` errors while chat.db cannot be read. */
export interface Outgoing {
  /** Reports whether anything changed since the last call; cheap. */
  look(): 'unchanged' | 'changed' | 'fresh'
  /** Accepts any spelling, and people who were never written to. Undefined for a text that is not an address. */
  person(handle: string): Addressee | undefined
  /** Accepts any spelling of the GUID. */
  chat(guid: string): Addressee | undefined
  newestRowid(): RowId
  /** In ROWID order. */
  sentAfter(rowid: RowId, limit: number): OutgoingRow[]
  /** The given rows that exist, in ROWID order. */
  sentAmong(rowids: readonly RowId[]): OutgoingRow[]
  /** The states of the given rows that exist. */
  statesOf(rowids: readonly RowId[]): Map<RowId, OutgoingState>
  /** The files that Messages keeps anywhere below a folder; this reads every attachment. */
  filesBelow(folder: string): string[]
  close(): void
}

type Glance = ReturnType<Outgoing['look']>

interface Place {
  home: string
  /** The user's own addresses besides those that Messages is signed in with. */
  selfHandles: () => readonly string[]
}

export function openOutgoing({ home, selfHandles }: Place): Outgoing {
  const build = (chatDb: ChatDb) => {
    const chats = readChats(chatDb)
    return {
      chats,
      addressees: readAddressees(chatDb),
      rows: readOutgoingRows({ chatDb, chats, home, selfHandles }),
    }
  }
  const watched = watchChatDb(messagesPaths(home).database, build, { isAskedRarely: true })
  type Parts = ReturnType<typeof watched.open>
  let untold: Glance = 'unchanged'

  /** Every call polls first, so that none reads from a file that was replaced. */
  function refresh(): void {
    const glance = watched.check()
    if (glance === 'changed') watched.open().chats.forget()
    if (glance === 'fresh' || untold === 'unchanged') untold = glance
  }
  const asking = <R>(question: (parts: Parts) => R): R => {
    refresh()
    return watched.reading(question)
  }
  return {
    look() {
      refresh()
      const glance = untold
      untold = 'unchanged'
      return glance
    },
    person: (handle) => asking(({ addressees }) => addressees.person(handle)),
    chat: (guid) => asking(({ addressees }) => addressees.chat(guid)),
    newestRowid: () => asking(({ rows }) => rows.newestRowid()),
    sentAfter: (rowid, limit) => asking(({ rows }) => rows.sentAfter(rowid, limit)),
    sentAmong: (rowids) => asking(({ rows }) => rows.sentAmong(rowids)),
    statesOf: (rowids) => asking(({ rows }) => rows.statesOf(rowids)),
    filesBelow: (folder) => asking(({ rows }) => rows.filesBelow(folder)),
    close: watched.close,
  }
}
