/** Finds pages of messages in the order of their ROWIDs, whichever conversations they are in. */
import type { DatabaseSync } from 'node:sqlite'
import { limitTo } from '../../base/sql-parameter.ts'
import type { ChatDb } from '../chat-db.ts'
import type { ShownRows } from './shown-rows.ts'

export interface RowAnchor {
  limit: number
  /** Returns only rows after this one, beginning with the next. */
  after?: number | undefined
  /** Returns only rows before this one, ending with the last. Without an anchor the page holds the newest rows. */
  before?: number | undefined
}

export interface RowPage {
  /** Ascending. */
  rowids: number[]
  /** The rows that the page covers, those included that are no messages of their own. */
  fromRowid: number
  toRowid: number
  hasMore: boolean
}

/** The chats of a view. */
export interface ViewedChats {
  ids(): readonly number[]
  has(chatId: number): boolean
  /** Whether most chats are likely in the view, so that most rows are. */
  areMost: boolean
}

/** `chats` are those of the view; all chats when omitted. */
export function rowPages({ db }: ChatDb, { shown }: ShownRows, chats?: ViewedChats): (anchor: RowAnchor) => RowPage {
  if (chats !== undefined) return rowPagesWithin(db, shown, chats)
  const joined = 'EXISTS (SELECT 1 FROM chat_message_join j WHERE j.message_id = m.ROWID)'
  const rows = (condition: string, order: 'ASC' | 'DESC') =>
    db.prepare(
      `SELECT m.ROWID AS rowid FROM message m WHERE m.ROWID ${condition} ? AND ${shown} AND ${joined}
       ORDER BY m.ROWID ${order} ${limitTo('?')}`,
    )
  const [later, earlier] = [rows('>', 'ASC'), rows('<', 'DESC')]
  const newest = db.prepare('SELECT coalesce(max(ROWID), 0) AS rowid FROM message')

  return ({ limit, after, before }) => {
    const last = Number(newest.get()?.rowid)
    const isForward = after !== undefined
    const end = before ?? last + 1
    // One more than asked for tells whether there is another page.
    const found = (isForward ? later.all(after, limit + 1) : earlier.all(end, limit + 1)).map(({ rowid }) =>
      Number(rowid),
    )
    const hasMore = found.length > limit
    const rowids = found.slice(0, limit)
    const edge = rowids.at(-1)
    if (isForward)
      return { rowids, fromRowid: after + 1, toRowid: hasMore && edge ? edge : Math.max(last, after), hasMore }
    return { rowids: rowids.reverse(), fromRowid: hasMore && edge ? edge : 1, toRowid: end - 1, hasMore }
  }
}

/**
 * Reads by the index of each chat, unless most of the next rows are in the view. No page tells of a row outside of the
 * view, not even that there is one.
 */
function rowPagesWithin(db: DatabaseSync, shown: string, chats: ViewedChats) {
  const [later, earlier] = [nearestRows(db, shown, 'later'), nearestRows(db, shown, 'earlier')]
  const [next, last] = [nextRows(db, shown, 'later'), nextRows(db, shown, 'earlier')]
  return ({ limit, after, before }: RowAnchor): RowPage => {
    const isForward = after !== undefined
    const from = after ?? before ?? Number.MAX_SAFE_INTEGER
    const count = limit + 1
    const close = chats.areMost ? (isForward ? next : last)({ chats, from, count }) : undefined
    const found = close ?? (isForward ? later : earlier)({ chatIds: chats.ids(), from, count })
    const hasMore = found.length > limit
    const rowids = found.slice(0, limit)
    const edge = rowids.at(-1)
    if (isForward) return { rowids, fromRowid: after + 1, toRowid: edge ?? after, hasMore }
    const toRowid = before === undefined ? (rowids[0] ?? 0) : before - 1
    return { rowids: rowids.reverse(), fromRowid: hasMore && edge ? edge : 1, toRowid, hasMore }
  }
}

/** The number of rows examined for each that is wanted, which bounds the time spent on rows outside the view. */
const spare = 3

/** Finds the rows of a view among the next ones of all. Undefined where too few of those are in it. */
function nextRows(db: DatabaseSync, shown: string, direction: keyof typeof directions) {
  const { order, beyond } = directions[direction]
  const rows = db.prepare(`SELECT m.ROWID AS rowid, j.chat_id FROM
      (SELECT ROWID AS id FROM message WHERE ROWID ${beyond} ? ORDER BY ROWID ${order} ${limitTo('?')}) next
    CROSS JOIN message m ON m.ROWID = next.id CROSS JOIN chat_message_join j ON j.message_id = m.ROWID
    WHERE ${shown} ORDER BY m.ROWID ${order}`)
  return ({ chats, from, count }: { chats: ViewedChats; from: number; count: number }): number[] | undefined => {
    const found = new Set<number>()
    for (const { rowid, chat_id } of rows.iterate(from, count * spare)) {
      if (chats.has(Number(chat_id))) found.add(Number(rowid))
      if (found.size === count) return [...found]
    }
    return undefined
  }
}

interface Nearest {
  chatIds: readonly number[]
  /** The rows lie beyond this one. */
  from: number
  count: number
}

const directions = {
  later: { first: 'min', order: 'ASC', beyond: '>', within: '<=', farthest: Number.MAX_SAFE_INTEGER },
  earlier: { first: 'max', order: 'DESC', beyond: '<', within: '>=', farthest: 0 },
} as const

/**
 * Finds the rows of some chats that are nearest to one. Chats are read from the one that has the nearest row on, and only
 * as far as their rows can be among the nearest, so that most chats of a long list are not read at all.
 */
function nearestRows(db: DatabaseSync, shown: string, direction: keyof typeof directions) {
  const { first, order, beyond, within, farthest } = directions[direction]
  const reading = db.prepare(`SELECT c.value AS chat, (SELECT ${first}(j.message_id) FROM chat_message_join j
      WHERE j.chat_id = c.value AND j.message_id ${beyond} :from) AS nearest
    FROM json_each(:chatIds) c WHERE nearest IS NOT NULL ORDER BY nearest ${order}`)
  const rowsOf =
    db.prepare(`SELECT j.message_id AS rowid FROM chat_message_join j JOIN message m ON m.ROWID = j.message_id
    WHERE j.chat_id = :chat AND j.message_id ${beyond} :from AND j.message_id ${within} :last AND ${shown}
    ORDER BY j.message_id ${order} ${limitTo(':count')}`)
  const nearestFirst = direction === 'later' ? (a: number, b: number) => a - b : (a: number, b: number) => b - a

  return ({ chatIds, from, count }: Nearest): number[] => {
    let found: number[] = []
    for (const { chat, nearest } of reading.all({ chatIds: JSON.stringify(chatIds), from })) {
      const last = found[count - 1] ?? farthest
      if (nearestFirst(Number(nearest), last) > 0) break
      const rows = rowsOf.all({ chat: Number(chat), from, last, count }).map(({ rowid }) => Number(rowid))
      // A row may be in several chats.
      found = [...new Set([...found, ...rows])].sort(nearestFirst).slice(0, count)
    }
    return found
  }
}
