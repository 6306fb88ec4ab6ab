/** Walks through a conversation in display order, by means of the index of each of its chats. */
import type { StatementSync } from 'node:sqlite'
import { limitTo, opaque } from '../../base/sql-parameter.ts'
import type { ChatDb } from '../chat-db.ts'

/**
 * A position between messages, or at one. Dates are bigint as in Messages, since a number would not hold them exactly.
 */
export interface WalkPosition {
  date: bigint
  rowid: bigint
}

export interface Step extends WalkPosition {
  chatId: number
}

export interface Walk {
  chatIds: readonly number[]
  /** The position to start after. */
  from?: WalkPosition | undefined
  /** Included; how far to look, for walks on which few rows fit. Not all walks have an end. */
  until?: WalkPosition | undefined
  limit: number
}

export interface Walker {
  /** Nearest first: `before` returns newer rows first, `after` returns older rows first. */
  before(walk: Walk): Step[]
  after(walk: Omit<Walk, 'until'>): Step[]
  /**
   * The position that lies a number of rows before another, in the chat where that is nearest. Undefined where the
   * beginning is not as far, and where no index tells.
   */
  further(asked: {
    chatIds: readonly number[]
    from?: WalkPosition | undefined
    rows: number
  }): WalkPosition | undefined
}

const furthest = 9_223_372_036_854_775_807n
export const theEnd: WalkPosition = { date: furthest, rowid: furthest }
export const theBeginning: WalkPosition = { date: -furthest, rowid: -furthest }

/** `condition` is one of the conditions of `shownRows`. */
export function walker({ db }: Pick<ChatDb, 'db'>, condition: string): Walker {
  const prepared = new Map<string, StatementSync>()
  const undatedJoin = (
    is: string,
  ) => `EXISTS (SELECT 1 FROM chat_message_join j JOIN message m ON m.ROWID = j.message_id
    WHERE j.chat_id = c.value AND j.message_date ${is} AND m.date <> 0)`
  const undated = db.prepare(
    `SELECT 1 FROM json_each(?) c WHERE ${undatedJoin('= 0')} OR ${undatedJoin('IS NULL')} LIMIT 1`,
  )

  const statement = (form: Form): StatementSync => {
    const name = JSON.stringify(form)
    const known = prepared.get(name) ?? db.prepare(walkSql(form, condition))
    known.setReadBigInts(true)
    known.setReturnArrays(true)
    prepared.set(name, known)
    return known
  }
  const isDatedIn = (chatIds: readonly number[]) => undated.get(JSON.stringify(chatIds)) === undefined
  const walk = (back: boolean, { chatIds, from = back ? theEnd : theBeginning, until, limit }: Walk): Step[] => {
    const end = until === undefined ? [] : [until.date, until.rowid]
    const bounds = chatIds.flatMap((id) => [id, from.date, from.rowid, ...end])
    const form = { back, chats: chatIds.length, isDated: isDatedIn(chatIds), hasEnd: until !== undefined }
    const found: unknown = statement(form).all(...bounds, limit)
    return (found as [bigint, bigint, bigint][]).map(([date, rowid, chatId]) => ({
      date,
      rowid,
      chatId: Number(chatId),
    }))
  }
  const beyond = db.prepare(`SELECT message_date, message_id FROM chat_message_join
    WHERE chat_id = ? AND (message_date, message_id) < (?, ?)
    ORDER BY message_date DESC, message_id DESC LIMIT 1 OFFSET ${opaque('?')}`)
  beyond.setReadBigInts(true)
  beyond.setReturnArrays(true)
  return {
    before: (asked) => walk(true, asked),
    after: (asked) => walk(false, asked),
    further({ chatIds, from = theEnd, rows }) {
      if (!isDatedIn(chatIds)) return undefined
      const ends = chatIds.map((id) => beyond.get(id, from.date, from.rowid, rows - 1) as unknown)
      return (ends as ([bigint, bigint] | undefined)[])
        .map((end) => end && { date: end[0], rowid: end[1] })
        .reduce((nearest, end) => (nearest === undefined || (end && isBefore(nearest, end)) ? end : nearest), undefined)
    },
  }
}

const isBefore = (one: WalkPosition, other: WalkPosition): boolean =>
  one.date === other.date ? one.rowid < other.rowid : one.date < other.date

interface Form {
  back: boolean
  chats: number
  /** Whether each join carries the date of its message; in old databases it may not, and then no index helps. */
  isDated: boolean
  hasEnd: boolean
}

/** SQLite merges the chats while it walks, so it reads no more rows than requested. */
export function walkSql({ back, chats, isDated, hasEnd }: Form, condition: string): string {
  const date = isDated ? 'j.message_date' : 'coalesce(m.date, 0)'
  const [beyond, order] = back ? ['<', 'DESC'] : ['>', 'ASC']
  const ofOneChat = `SELECT ${date} AS date, j.message_id AS rowid, j.chat_id
    FROM chat_message_join j JOIN message m ON m.ROWID = j.message_id
    WHERE j.chat_id = ? AND (${date}, j.message_id) ${beyond} (?, ?)
    ${hasEnd ? `AND (${date}, j.message_id) ${back ? '>=' : '<='} (?, ?)` : ''} AND ${condition}`
  return `${Array(chats).fill(ofOneChat).join(' UNION ALL ')} ORDER BY 1 ${order}, 2 ${order} ${limitTo('?')}`
}

/**
 * Finds the position of a ROWID in a conversation. If its message is gone, takes the row with the next lower number.
 */
export function positionFinder(
  { db }: Pick<ChatDb, 'db'>,
  isWithinView = false,
): (rowid: number, chatIds: readonly number[]) => WalkPosition {
  const everywhere = db.prepare(
    'SELECT coalesce(date, 0) AS date FROM message WHERE ROWID = :rowid AND :chats IS NOT NULL',
  )
  // A view must not reveal where a row of another conversation lies in time.
  const inside = db.prepare(`SELECT coalesce(m.date, 0) AS date FROM message m WHERE m.ROWID = :rowid AND EXISTS (
    SELECT 1 FROM chat_message_join j WHERE j.message_id = m.ROWID AND j.chat_id IN (SELECT value FROM json_each(:chats)))`)
  const exact = isWithinView ? inside : everywhere
  const beside =
    db.prepare(`SELECT coalesce(j.message_date, 0) AS date FROM json_each(:chats) c JOIN chat_message_join j
    ON j.chat_id = c.value AND j.message_id =
      (SELECT max(k.message_id) FROM chat_message_join k WHERE k.chat_id = c.value AND k.message_id < :rowid)
    ORDER BY j.message_id DESC LIMIT 1`)
  exact.setReadBigInts(true)
  beside.setReadBigInts(true)
  return (rowid, chatIds) => {
    const asked = { chats: JSON.stringify(chatIds), rowid }
    const found = exact.get(asked) ?? beside.get(asked)
    return found === undefined ? theBeginning : { date: found.date as bigint, rowid: BigInt(rowid) }
  }
}
