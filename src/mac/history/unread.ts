/** Counts the unread messages of each conversation: those that neither Messages nor our own marks count as read. */
import { toUnixMsSql, toUnixUsSql } from '../../apple/apple-time.ts'
import type { ConversationKey } from '../../contract/ids.ts'
import { isUpTo, type Moment } from '../../domain/history/read-mark.ts'
import { readText } from '../body.ts'
import type { ChatDb } from '../chat-db.ts'
import type { RepeatedLink } from '../link-preview-rows.ts'
import type { ConversationChats } from './conversation-chats.ts'
import { quietChanges } from './quiet-changes.ts'
import type { ShownRows } from './shown-rows.ts'

/** Position up to which a conversation was read in our page. */
export interface ReadMark extends Moment {
  conversation: ConversationKey
}

/** Messages inserts a row before it joins it to a chat, so this many of the newest rows are looked up again. */
const mayBeJoinedLate = 200
/** Rows that are in memory at once while they are looked up; somebody may have hundreds of thousands unread. */
const readAtOnce = 1_000

interface UnreadMessage extends Moment {
  sentAtUs: number
  chatId: number
}

interface UnreadDeps {
  chatDb: ChatDb
  rows: ShownRows
  chats: ConversationChats
  repeatedLink: RepeatedLink
}

export class UnreadCounts {
  readonly #deps: UnreadDeps
  readonly #queries: UnreadQueries
  readonly #stateOfOthers: () => string
  /** Unread messages that were looked up and are not shown, by ROWID; in a long history most are in chats that are hidden as junk. */
  readonly #hidden = new Set<number>()
  /** The unread messages that are shown; a message in several chats has several entries. */
  readonly #shown = new Map<number, UnreadMessage[]>()
  #others: string | undefined
  /** All messages up to this ROWID are known, as long as `print` is unchanged for them. */
  #settled: { rowid: number; print: unknown } | undefined
  #isOld = true
  #counted: { marks: string; counts: Map<ConversationKey, number> } | undefined

  constructor(deps: UnreadDeps) {
    this.#deps = deps
    this.#queries = unreadQueries(deps)
    this.#stateOfOthers = quietChanges(deps.chatDb)
  }

  /** Call after every change of chat.db. */
  refresh(): void {
    this.#isOld = true
  }

  /** Conversations without unread messages are left out. */
  counts(marks: Iterable<ReadMark>): Map<ConversationKey, number> {
    if (this.#isOld) this.#readAgain()
    const { chats } = this.#deps
    const given = [...marks]
    const key = JSON.stringify(given)
    if (this.#isOld || this.#counted?.marks !== key)
      this.#counted = { marks: key, counts: countOf(this.#shown.values(), { chats, marks: byConversation(given) }) }
    this.#isOld = false
    return this.#counted.counts
  }

  #readAgain(): void {
    const { rowidsAfter, printUpTo } = this.#queries
    const state = `${this.#stateOfOthers()} ${this.#deps.chats.hidden()}`
    if (state !== this.#others) this.#forgetAll()
    this.#others = state
    if (this.#settled !== undefined && printUpTo(this.#settled.rowid) !== this.#settled.print) this.#settled = undefined
    const after = this.#settled?.rowid ?? 0
    const unread = rowidsAfter(after)
    const still = new Set(unread)
    for (const known of [this.#hidden, this.#shown])
      for (const rowid of known.keys()) if (rowid > after && !still.has(rowid)) known.delete(rowid)
    const lastSettled = unread.reduce((highest, rowid) => Math.max(highest, rowid), 0) - mayBeJoinedLate
    this.#remember(
      unread.filter((rowid) => !this.#hidden.has(rowid) && !this.#shown.has(rowid)),
      lastSettled,
    )
    if (lastSettled > after + mayBeJoinedLate) this.#settled = { rowid: lastSettled, print: printUpTo(lastSettled) }
  }

  #remember(rowids: readonly number[], lastSettled: number): void {
    for (let start = 0; start < rowids.length; start += readAtOnce)
      this.#read(rowids.slice(start, start + readAtOnce), lastSettled)
  }

  #read(rowids: readonly number[], lastSettled: number): void {
    const found = this.#queries.read(rowids)
    for (const rowid of rowids) {
      const all = found.get(rowid)
      if (all === undefined && rowid > lastSettled) continue
      const inSight = all?.filter(({ chatId }) => this.#deps.chats.chat(chatId) !== undefined) ?? []
      // What was filtered has room for sixteen more; a copy has none.
      if (inSight.length > 0) this.#shown.set(rowid, [...inSight])
      else this.#hidden.add(rowid)
    }
  }

  #forgetAll(): void {
    this.#hidden.clear()
    this.#shown.clear()
    this.#settled = undefined
  }
}

interface UnreadQueries {
  rowidsAfter(rowid: number): number[]
  /** The same for the same unread messages up to this ROWID. */
  printUpTo(rowid: number): unknown
  /** Returns the messages that are shown, by ROWID. */
  read(rowids: readonly number[]): Map<number, UnreadMessage[]>
}

function unreadQueries({ chatDb, rows, repeatedLink }: UnreadDeps): UnreadQueries {
  const { db, has } = chatDb
  // Messages' own index of unread messages has exactly these conditions. The unary plus below makes SQLite use it.
  const isUnread = `m.is_read = 0 AND m.is_from_me = 0 AND m.item_type = 0 AND m.is_finished = 1
    ${has('message', 'is_system_message') ? 'AND m.is_system_message = 0' : ''}`
  const all = db.prepare(`SELECT json_group_array(m.ROWID) AS rowids FROM message m WHERE ${isUnread} AND +m.ROWID > ?`)
  // Old unread messages are many and rarely change: their count and sum show whether they are still the same.
  const olderOnes = db.prepare(`SELECT count(*) || ' ' || total(m.ROWID) AS print FROM message m
    WHERE ${isUnread} AND +m.ROWID <= ?`)
  const select = db.prepare(`SELECT m.ROWID AS rowid, ${toUnixMsSql('m.date')} AS sent_at_ms,
    ${toUnixUsSql('m.date')} AS sent_at_us, j.chat_id,
    m.balloon_bundle_id AS balloon, CASE WHEN m.balloon_bundle_id IS NOT NULL THEN m.text END AS text,
    CASE WHEN m.balloon_bundle_id IS NOT NULL THEN m.attributedBody END AS body
    FROM json_each(?) r CROSS JOIN message m ON m.ROWID = r.value
    CROSS JOIN chat_message_join j ON j.message_id = m.ROWID WHERE ${rows.shown}`)
  const isPreview = (row: Record<string, unknown>) =>
    row.balloon !== null && repeatedLink(row, readText(row, 'text').text) !== undefined
  return {
    rowidsAfter: (rowid) => JSON.parse(String(all.get(rowid)?.rowids)),
    printUpTo: (rowid) => olderOnes.get(rowid)?.print,
    read(rowids) {
      const found = select.all(JSON.stringify(rowids)).filter((row) => !isPreview(row))
      return Map.groupBy(found.map(toUnread), ({ rowid }) => rowid)
    },
  }
}

const byConversation = (marks: readonly ReadMark[]) => new Map(marks.map((mark) => [mark.conversation, mark]))

const toUnread = ({ rowid, sent_at_ms, sent_at_us, chat_id }: Record<string, unknown>): UnreadMessage => ({
  rowid: Number(rowid),
  sentAtMs: Number(sent_at_ms ?? 0),
  sentAtUs: Number(sent_at_us ?? 0),
  chatId: Number(chat_id),
})

interface Reading {
  chats: ConversationChats
  marks: Map<ConversationKey, ReadMark>
}

/** Counts a message in several chats of a conversation once. */
function countOf(
  messages: Iterable<readonly UnreadMessage[]>,
  { chats, marks }: Reading,
): Map<ConversationKey, number> {
  const counts = new Map<ConversationKey, number>()
  const keyOf = (message: UnreadMessage): ConversationKey | undefined => {
    const chat = chats.chat(message.chatId)
    if (chat === undefined || message.sentAtUs <= chat.readToUs) return undefined
    // Marks are kept for each address of a person, so that they hold whether or not the addresses are joined.
    return isUpTo(message, marks.get(chat.conversation)) ? undefined : chats.ofChat(chat.id)?.key
  }
  for (const places of messages) {
    const keys = places.length > 1 ? new Set(places.map(keyOf)) : places.map(keyOf)
    for (const key of keys) if (key !== undefined) counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return counts
}
