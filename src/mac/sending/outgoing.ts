/** chat.db as sending sees it: to whom a message can go, and what has become of those that went. */
import type { RowId } from '../../contract/ids.ts'
import type { ChatDb } from '../chat-db.ts'
import { readChats } from '../chats.ts'
import { messagesPaths } from '../messages-paths.ts'
import { watchChatDb } from '../watched-chat-db.ts'
import { type Addressee, readAddressees } from './addressees.ts'
import { type OutgoingRow, type OutgoingState, readOutgoingRows } from './outgoing-rows.ts'

export type { Addressee, KnownChat } from './addressees.ts'
export type { OutgoingRow, OutgoingState } from './outgoing-rows.ts'

/** Everything but `close` throws `messages_…` errors while chat.db cannot be read. */
export interface Outgoing {
  /** Cheap: whether anything changed since the last look. */
  look(): 'unchanged' | 'changed' | 'fresh'
  /** In any writing; a person who was never written to is one, too. Undefined for what is no address. */
  person(handle: string): Addressee | undefined
  /** Under any spelling of its GUID. */
  chat(guid: string): Addressee | undefined
  newestRowid(): RowId
  /** In ROWID order. */
  sentAfter(rowid: RowId, limit: number): OutgoingRow[]
  /** Of those that there are, in ROWID order. */
  sentAmong(rowids: readonly RowId[]): OutgoingRow[]
  /** Of those that there are. */
  statesOf(rowids: readonly RowId[]): Map<RowId, OutgoingState>
  /** Those that Messages keeps anywhere below a folder; looks at every attachment that there is. */
  filesBelow(folder: string): string[]
  close(): void
}

type Glance = ReturnType<Outgoing['look']>

interface Place {
  home: string
  /** Addresses of one's own besides those that Messages is signed in with. */
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

  /** Every question looks first, so that none is answered by a file that was replaced. */
  function refresh(): void {
    const glance = watched.look()
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
