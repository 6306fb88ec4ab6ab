/** Keeps the newest message of every conversation in memory, and looks up only those that a change has touched. */
import type { ConversationKey } from '../../contract/ids.ts'
import type { ChatDb } from '../chat-db.ts'
import type { ConversationChats, ShownConversation } from './conversation-chats.ts'
import type { LoadMessages } from './found-message.ts'
import type { Head } from './head-finder.ts'
import { quietChanges } from './quiet-changes.ts'
import type { InChat } from './repeats.ts'
import type { ShownRows } from './shown-rows.ts'

export interface Listed {
  conversation: ShownConversation
  head: InChat
}

export interface HeadPage {
  offset: number
  limit: number
  /** Selects the conversations to include; all when omitted. */
  keep?: ((conversation: ShownConversation) => boolean) | undefined
}

export interface Heads {
  /** Call after every change of chat.db, with the conversations whose chats have changed. */
  refresh(changed: Iterable<ConversationKey>): void
  /** Newest first. Conversations in which nothing is shown are left out. */
  page(page: HeadPage): Listed[]
  of(conversation: ShownConversation): Listed | undefined
  /**
   * The newest message, without reading it again. It is the same object as long as nothing came into the conversation
   * or left it.
   */
  known(conversation: ShownConversation): Head | undefined
}

interface HeadsDeps {
  chatDb: ChatDb
  rows: ShownRows
  chats: ConversationChats
  load: LoadMessages
  find(conversation: ShownConversation): Head | undefined
}

/** A conversation and its known head. */
type Entry = [conversation: ShownConversation, head: Head]

/** The number of attempts to build a page whose messages were hidden or deleted since they were looked up. */
const tries = 5

export function heads({ chatDb, rows, chats, load, find }: HeadsDeps): Heads {
  const shown = chatDb.db.prepare(
    `SELECT m.ROWID AS rowid FROM message m WHERE m.ROWID IN (SELECT value FROM json_each(?)) AND ${rows.shown}`,
  )
  const chatsWithNewRows = newJoins(chatDb)
  const stateOfOthers = quietChanges(chatDb)
  const known = new Map<ConversationKey, Head | undefined>()
  let others: string | undefined
  let order: Entry[] | undefined

  const entryOf = (conversation: ShownConversation): Entry[] => {
    if (!known.has(conversation.key)) known.set(conversation.key, find(conversation))
    const head = known.get(conversation.key)
    return head === undefined ? [] : [[conversation, head]]
  }
  const ordered = (): Entry[] => {
    order ??= [...chats.all().values()].flatMap(entryOf).sort(newestFirst)
    return order
  }
  /** Undefined where a message has changed; its conversation is then looked up again. */
  const listed = (entries: readonly Entry[]): Listed[] | undefined => {
    const rowids = entries.map(([, { rowid }]) => rowid)
    const found = load(rowids)
    const stillShown = new Set(shown.all(JSON.stringify(rowids)).map(({ rowid }) => Number(rowid)))
    const all = entries.flatMap(([conversation, { rowid, chatId, sentAtMs }]): Listed[] => {
      const row = found.get(rowid)
      if (row !== undefined && stillShown.has(rowid) && (row.sent_at_ms ?? 0) === sentAtMs)
        return [{ conversation, head: { found: row, chatId } }]
      forget(conversation.key)
      return []
    })
    return all.length === entries.length ? all : undefined
  }
  const forget = (key: ConversationKey | undefined) => {
    if (key !== undefined) known.delete(key)
    order = undefined
  }
  const forgetAll = () => {
    known.clear()
    order = undefined
  }

  return {
    refresh(changed) {
      const [joined, state] = [chatsWithNewRows(), stateOfOthers()]
      if (joined === undefined || state !== others) forgetAll()
      for (const chatId of joined ?? []) forget(chats.ofChat(chatId)?.key)
      for (const key of changed) forget(key)
      others = state
    },
    page: ({ offset, limit, keep }) =>
      untilMade(() => {
        const kept = keep === undefined ? ordered() : ordered().filter(([conversation]) => keep(conversation))
        return listed(kept.slice(offset, offset + limit))
      }),
    of: (conversation) => untilMade(() => listed(entryOf(conversation)))[0],
    known: (conversation) => entryOf(conversation)[0]?.[1],
  }
}

const newestFirst = ([, a]: Entry, [, b]: Entry): number => b.sentAtMs - a.sentAtMs || b.rowid - a.rowid

function untilMade(make: () => Listed[] | undefined): Listed[] {
  for (let left = tries; left > 0; left--) {
    const made = make()
    if (made !== undefined) return made
  }
  return []
}

/**
 * Finds the chats that got rows since the previous call, by the order in which Messages inserted the joins. Undefined
 * where it cannot be determined; then any chat may have new rows.
 */
type NewJoins = () => Set<number> | undefined

function newJoins({ db }: Pick<ChatDb, 'db'>): NewJoins {
  const last = db.prepare('SELECT rowid, message_id FROM chat_message_join ORDER BY rowid DESC LIMIT 1')
  const at = db.prepare('SELECT message_id FROM chat_message_join WHERE rowid = ?')
  const after = db.prepare('SELECT chat_id FROM chat_message_join WHERE rowid > ?')
  let seen: { rowid: number; message: number } | undefined

  return () => {
    // SQLite reuses the last rowid after its row is gone.
    const isSame = seen !== undefined && at.get(seen.rowid)?.message_id === seen.message
    const chats = isSame && seen ? after.all(seen.rowid) : undefined
    const newest = last.get()
    seen = newest && { rowid: Number(newest.rowid), message: Number(newest.message_id) }
    return chats && new Set(chats.map(({ chat_id }) => Number(chat_id)))
  }
}
