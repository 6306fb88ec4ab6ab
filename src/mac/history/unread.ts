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
  readonly #shown = new ShownUnread()
  #others: string | undefined
  /** All messages up to this ROWID are known, as long as `print` is unchanged for them. */
  #settled: { rowid: number; print: string } | undefined
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
      this.#counted = { marks: key, counts: this.#shown.counts({ chats, marks: byConversation(given) }) }
    this.#isOld = false
    return this.#counted.counts
  }

  #readAgain(): void {
    const { printUpTo } = this.#queries
    const state = `${this.#stateOfOthers()} ${this.#deps.chats.hidden()}`
    if (state !== this.#others) this.#forgetAll()
    this.#others = state
    const unread = this.#unsettled()
    const after = this.#settled?.rowid ?? 0
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

  /** Returns the unread messages that are not settled: all, if those that were have changed. */
  #unsettled(): number[] {
    const { unreadAfter } = this.#queries
    if (this.#settled !== undefined) {
      const { rowids, printOfOlder } = unreadAfter(this.#settled.rowid)
      if (printOfOlder === this.#settled.print) return rowids
      this.#settled = undefined
    }
    return unreadAfter(0).rowids
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
      if (inSight.length > 0) this.#shown.add(inSight)
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
  /** The unread messages after this ROWID, and the print of those up to it. */
  unreadAfter(rowid: number): { rowids: number[]; printOfOlder: string }
  /** The same for the same unread messages up to this ROWID. */
  printUpTo(rowid: number): string
  /** Returns the messages that are shown, by ROWID. */
  read(rowids: readonly number[]): Map<number, UnreadMessage[]>
}

function unreadQueries({ chatDb, rows, repeatedLink }: UnreadDeps): UnreadQueries {
  const { db, has } = chatDb
  // Messages' own index of unread messages has exactly these conditions.
  const isUnread = `m.is_read = 0 AND m.is_from_me = 0 AND m.item_type = 0 AND m.is_finished = 1
    ${has('message', 'is_system_message') ? 'AND m.is_system_message = 0' : ''}`
  // Old unread messages are many and rarely change: their count and sum show whether they are still the same. Both are
  // what those of all exceed those of the newer ones by, so that one look at the index suffices.
  const all = db.prepare(`SELECT count(*) AS count, total(m.ROWID) AS sum,
    json_group_array(m.ROWID) FILTER (WHERE m.ROWID > ?) AS newer FROM message m WHERE ${isUnread}`)
  const select = db.prepare(`SELECT m.ROWID AS rowid, ${toUnixMsSql('m.date')} AS sent_at_ms,
    ${toUnixUsSql('m.date')} AS sent_at_us, j.chat_id,
    m.balloon_bundle_id AS balloon, CASE WHEN m.balloon_bundle_id IS NOT NULL THEN m.text END AS text,
    CASE WHEN m.balloon_bundle_id IS NOT NULL THEN m.attributedBody END AS body
    FROM json_each(?) r CROSS JOIN message m ON m.ROWID = r.value
    CROSS JOIN chat_message_join j ON j.message_id = m.ROWID WHERE ${rows.shown}`)
  const isPreview = (row: Record<string, unknown>) =>
    row.balloon !== null && repeatedLink(row, readText(row, 'text').text) !== undefined
  const unreadAfter = (rowid: number) => {
    const { count, sum, newer } = all.get(rowid) ?? {}
    const rowids = JSON.parse(String(newer)) as number[]
    const sumOfNewer = rowids.reduce((total, one) => total + one, 0)
    return { rowids, printOfOlder: `${Number(count) - rowids.length} ${Number(sum) - sumOfNewer}` }
  }
  return {
    unreadAfter,
    printUpTo: (rowid) => unreadAfter(rowid).printOfOlder,
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

/** The unread messages that are shown, by their chats: most chats are not read in part, and counting those is no work. */
class ShownUnread {
  readonly #byChat = new Map<number, { messages: Map<number, UnreadMessage>; oldestUs: number }>()
  /** Messages that are in several chats, by ROWID. */
  readonly #inSeveral = new Map<number, readonly UnreadMessage[]>()
  /** The chats of the messages that are in one. */
  readonly #chatOf = new Map<number, number>()

  /** Adds a message with each chat that shows it. */
  add(places: readonly UnreadMessage[]): void {
    const [first, ...others] = places
    if (first === undefined) return
    if (others.length > 0) {
      // A filtered array has room for sixteen more elements; a copy has none.
      this.#inSeveral.set(first.rowid, [...places])
      return
    }
    const { rowid, chatId, sentAtUs } = first
    const chat = this.#byChat.get(chatId) ?? { messages: new Map(), oldestUs: Number.POSITIVE_INFINITY }
    chat.messages.set(rowid, first)
    chat.oldestUs = Math.min(chat.oldestUs, sentAtUs)
    this.#byChat.set(chatId, chat)
    this.#chatOf.set(rowid, chatId)
  }

  has(rowid: number): boolean {
    return this.#chatOf.has(rowid) || this.#inSeveral.has(rowid)
  }

  /** The ROWIDs of all. */
  *keys(): Generator<number> {
    yield* this.#chatOf.keys()
    yield* this.#inSeveral.keys()
  }

  delete(rowid: number): void {
    this.#inSeveral.delete(rowid)
    const chatId = this.#chatOf.get(rowid)
    if (chatId === undefined) return
    this.#chatOf.delete(rowid)
    // The oldest may be gone: then more is compared than would have to be.
    this.#byChat.get(chatId)?.messages.delete(rowid)
  }

  clear(): void {
    this.#byChat.clear()
    this.#inSeveral.clear()
    this.#chatOf.clear()
  }

  counts({ chats, marks }: Reading): Map<ConversationKey, number> {
    const counts = new Map<ConversationKey, number>()
    const add = (key: ConversationKey | undefined, n: number): void => {
      if (key !== undefined && n > 0) counts.set(key, (counts.get(key) ?? 0) + n)
    }
    const isUnread = (message: UnreadMessage, { readToUs, conversation }: Read): boolean =>
      // Marks are kept for each address of a person, so that they hold whether or not the addresses are joined.
      message.sentAtUs > readToUs && !isUpTo(message, marks.get(conversation))
    for (const [chatId, { messages, oldestUs }] of this.#byChat) {
      const chat = chats.chat(chatId)
      if (chat === undefined) continue
      const isWhole = oldestUs > chat.readToUs && !marks.has(chat.conversation)
      const unread = isWhole ? messages.size : [...messages.values()].filter((one) => isUnread(one, chat)).length
      add(chats.ofChat(chatId)?.key, unread)
    }
    for (const places of this.#inSeveral.values()) {
      const keys = places.map((message) => {
        const chat = chats.chat(message.chatId)
        return chat !== undefined && isUnread(message, chat) ? chats.ofChat(chat.id)?.key : undefined
      })
      // A message in several chats of a conversation counts once.
      for (const key of new Set(keys)) add(key, 1)
    }
    return counts
  }
}

type Read = NonNullable<ReturnType<ConversationChats['chat']>>

interface Reading {
  chats: ConversationChats
  marks: Map<ConversationKey, ReadMark>
}
