/**
 * Finds which rows of chat.db a request for stored rows means. SQLite is led to the index that fits the request, since its
 * own choice, made without statistics, reads the whole table for some of them.
 */
import type { StatementSync } from 'node:sqlite'
import { unixMsToAppleNs } from '../../apple/apple-time.ts'
import { targetSpellings } from '../../apple/tapback.ts'
import { limitTo, opaque } from '../../base/sql-parameter.ts'
import type { RowFilter, RowQuery } from '../../contract/stored-row.ts'
import { sameHandle } from '../../domain/handles.ts'
import type { ChatDb } from '../chat-db.ts'
import { isNoReaction, sendLater } from '../message-kind.ts'
import type { ShownRows } from './shown-rows.ts'

/** The places in which rows are looked for. */
export interface RowPlaces {
  /** The chats of one conversation; undefined for all conversations. */
  chatIds: readonly number[] | undefined
  /** The chats that are not shown. */
  hidden: readonly number[]
  nowMs: number
}

export type RowsWanted = Pick<RowQuery, 'order' | 'newest_first' | 'limit' | 'offset'>

export interface StoredRowFinder {
  /** Returns ROWIDs in the order that is wanted. */
  find(filter: RowFilter, places: RowPlaces, wanted: RowsWanted): number[]
  count(filter: RowFilter, places: RowPlaces): number
  /** The chat of each row in these places: the oldest, where Messages joined it to several. */
  chatsOf(rowids: readonly number[], places: RowPlaces): Map<number, number>
  newestRowid(): number
}

type Bindings = Record<string, string | number | bigint>

/** Conditions of a statement, with the values of their parameters. */
interface Conditions {
  all: string[]
  bindings: Bindings
}

/** A statement's way of reading rows. */
interface Plan {
  /** The index that leads; `none` leaves the choice to SQLite. */
  lead: 'date' | 'rowid' | 'none'
  /** The table from which the rows come: joins to the chats of a conversation, or messages, by handle if one is wanted. */
  source: 'joins' | 'handles' | 'messages'
  date: string
  rowid: string
}

/** Up to this many rows of a range of ROWIDs are read and then sorted; of longer ones the order decides. */
const mostSorted = 20_000
const mostPrepared = 100
const mostParts = 100
/** Clocks differ; a later date of a change stands for no date at all. */
const aheadMs = 3 * 86_400_000
const changeColumns = ['date_delivered', 'date_read', 'date_played', 'date_edited', 'date_retracted']

export function storedRowFinder(
  { db, features, has }: ChatDb,
  { stored, lateEnough, targetLateEnough }: ShownRows,
): StoredRowFinder {
  const prepared = new Map<string, StatementSync>()
  const newest = db.prepare('SELECT coalesce(max(ROWID), 0) AS rowid FROM message')
  const handles = db.prepare('SELECT ROWID AS rowid, id FROM handle')
  const parts = db.prepare(
    `SELECT ${has('message', 'part_count') ? 'm.part_count' : '1'} AS parts FROM message m WHERE m.guid = ?`,
  )
  const undatedJoin = (is: string) =>
    `EXISTS (SELECT 1 FROM chat_message_join j WHERE j.chat_id = c.value AND j.message_date ${is})`
  const undated = db.prepare(
    `SELECT 1 FROM json_each(?) c WHERE ${undatedJoin('= 0')} OR ${undatedJoin('IS NULL')} LIMIT 1`,
  )

  const statement = (sql: string): StatementSync => {
    const known = prepared.get(sql)
    if (known !== undefined) return known
    if (prepared.size >= mostPrepared) prepared.clear()
    const made = db.prepare(sql)
    made.setReturnArrays(true)
    prepared.set(sql, made)
    return made
  }
  const newestRowid = () => Number(newest.get()?.rowid)
  const isShortRange = ({ after_rowid, before_rowid }: RowFilter): boolean =>
    (after_rowid !== undefined || before_rowid !== undefined) &&
    (before_rowid ?? newestRowid()) - (after_rowid ?? 0) <= mostSorted

  function planOf(filter: RowFilter, { chatIds }: RowPlaces, order: RowsWanted['order'] | undefined): Plan {
    const isNamed = filter.guids !== undefined || filter.about !== undefined
    const source =
      chatIds !== undefined && !isNamed
        ? 'joins'
        : filter.handle !== undefined && !isNamed && order !== 'rowid' && !isShortRange(filter)
          ? 'handles'
          : 'messages'
    // In old databases the joins may have no date, and then no index helps.
    const isDated = source === 'joins' && undated.get(JSON.stringify(chatIds)) === undefined
    const date = isDated ? 'j.message_date' : 'm.date'
    const rowid = source === 'joins' ? 'j.message_id' : 'm.ROWID'
    return { source, date, rowid, lead: leadOf(filter, order, isNamed) }
  }

  function leadOf(filter: RowFilter, order: RowsWanted['order'] | undefined, isNamed: boolean): Plan['lead'] {
    if (isNamed) return 'rowid'
    if (order === undefined || filter.scheduled === 'only') return 'none'
    return order === 'rowid' || isShortRange(filter) ? 'rowid' : 'date'
  }

  /** Returns the conditions on the columns of a row, whatever index leads to it. */
  function ownConditions({ reactions, scheduled, from_me, changed_since }: RowFilter, nowMs: number): Conditions {
    const all = [stored, lateEnough, targetLateEnough, scheduledConditions[scheduled ?? 'without']]
    if (reactions === 'only') all.push(`NOT (${isNoReaction})`)
    if (reactions === 'without') all.push(isNoReaction)
    if (from_me !== undefined) all.push(`m.is_from_me = ${from_me ? 1 : 0}`)
    if (changed_since === undefined) return { all, bindings: {} }
    const columns = changeColumns.filter((column) => has('message', column))
    all.push(`(${columns.map((column) => `m.${column} BETWEEN :changed AND :clock`).join(' OR ')})`)
    return { all, bindings: { changed: appleNs(changed_since), clock: unixMsToAppleNs(nowMs + aheadMs) } }
  }

  const scheduledConditions = {
    with: 'TRUE',
    without: features.sendLater ? `coalesce(m.schedule_type, 0) <> ${sendLater}` : 'TRUE',
    only: features.sendLater ? `m.schedule_type = ${sendLater}` : 'FALSE',
  }

  /** Rows that are named by GUID, or by the message to which they belong. */
  function namedRows({ guids, about }: RowFilter): Conditions {
    const all: string[] = []
    const bindings: Bindings = {}
    if (guids !== undefined) {
      all.push('m.ROWID IN (SELECT n.ROWID FROM json_each(:guids) g CROSS JOIN message n ON n.guid = g.value)')
      bindings.guids = JSON.stringify(guids.split(','))
    }
    if (about === undefined) return { all, bindings }
    const targets = about.split(',')
    const answers = 'SELECT n.ROWID FROM json_each(:about) g CROSS JOIN message n ON n.thread_originator_guid = g.value'
    all.push(`m.ROWID IN (SELECT n.ROWID FROM json_each(:spellings) g
      CROSS JOIN message n ON n.associated_message_guid = g.value WHERE n.associated_message_guid <> n.guid
      ${features.replies ? `UNION ${answers}` : ''})`)
    bindings.spellings = JSON.stringify(targets.flatMap((guid) => targetSpellings(guid, partsOf(guid))))
    if (features.replies) bindings.about = JSON.stringify(targets)
    return { all, bindings }
  }

  const partsOf = (guid: string): number => Math.min(Number(parts.get(guid)?.parts ?? 1), mostParts)

  const handleIds = (address: string): number[] =>
    handles.all().flatMap(({ rowid, id }) => (sameHandle(String(id), address) ? Number(rowid) : []))

  /** Builds a statement whose rows are `[date, rowid]`, in order if one is wanted. */
  function select(filter: RowFilter, places: RowPlaces, wanted?: RowsWanted): { sql: string; bindings: Bindings } {
    const plan = planOf(filter, places, wanted?.order)
    const conditions = joined(
      ownConditions(filter, places.nowMs),
      namedRows(filter),
      rangeConditions(filter, plan),
      placeConditions(places, plan),
    )
    const ids = filter.handle === undefined ? undefined : handleIds(filter.handle)
    const sources = sourcesOf(plan, places.chatIds, ids)
    const bindings = { ...conditions.bindings, ...sources.bindings }
    if (ids !== undefined && plan.source !== 'handles') {
      conditions.all.push('+m.handle_id IN (SELECT value FROM json_each(:handles))')
      bindings.handles = JSON.stringify(ids)
    }
    if (sources.all.length === 0) return { sql: 'SELECT 0 AS date, 0 AS rowid WHERE FALSE', bindings: {} }
    // A column that does not lead becomes an expression, so that no index serves the order.
    const [date, rowid] = [plan.lead === 'date' ? '' : '+', plan.lead === 'none' ? '+' : '']
    const branches = sources.all.map(
      (source) =>
        `SELECT ${date}${plan.date} AS date, ${rowid}${plan.rowid} AS rowid FROM ${source} AND ${conditions.all.join(' AND ')}`,
    )
    return { sql: `${branches.join(' UNION ALL ')}${wanted === undefined ? '' : orderOf(wanted)}`, bindings }
  }

  const chatsAmong = (isIn: string) =>
    statement(`SELECT r.value, min(j.chat_id) FROM json_each(:rowids) r CROSS JOIN chat_message_join j
      ON j.message_id = r.value WHERE j.chat_id ${isIn} (SELECT value FROM json_each(:chats)) GROUP BY r.value`)

  return {
    newestRowid,
    find(filter, places, wanted) {
      const { sql, bindings } = select(filter, places, wanted)
      const { limit, offset } = wanted
      const found = statement(`SELECT rowid FROM (${sql} ${limitTo(':limit')} OFFSET ${opaque(':offset')})`)
      return (found.all({ ...bindings, limit, offset }) as unknown as [number][]).map(([rowid]) => rowid)
    },
    count(filter, places) {
      const { sql, bindings } = select(filter, places)
      const [total] = statement(`SELECT count(*) FROM (${sql})`).all(bindings) as unknown as [number][]
      return total?.[0] ?? 0
    },
    chatsOf(rowids, { chatIds, hidden }) {
      const given = { rowids: JSON.stringify(rowids), chats: JSON.stringify(chatIds ?? hidden) }
      return new Map(chatsAmong(chatIds ? 'IN' : 'NOT IN').all(given) as unknown as [number, number][])
    },
  }
}

/** SQLite merges the branches while it reads them in order, so it reads no more rows than are wanted. */
function sourcesOf(
  { source }: Plan,
  chatIds: readonly number[] | undefined,
  handles: readonly number[] | undefined,
): Conditions {
  if (source === 'messages') return { all: ['message m WHERE TRUE'], bindings: {} }
  const ids = (source === 'joins' ? chatIds : handles) ?? []
  const bindings = Object.fromEntries(ids.map((id, index) => [`source${index}`, id]))
  if (source === 'handles')
    return { all: ids.map((_, index) => `message m WHERE m.handle_id = :source${index}`), bindings }
  // A row that is in several chats of the conversation is read from the first.
  const isInEarlier = (index: number) =>
    ids
      .slice(0, index)
      .map(
        (_, earlier) =>
          ` AND NOT EXISTS (SELECT 1 FROM chat_message_join k WHERE k.chat_id = :source${earlier} AND k.message_id = j.message_id)`,
      )
      .join('')
  const all = ids.map(
    (_, index) =>
      `chat_message_join j CROSS JOIN message m ON m.ROWID = j.message_id WHERE j.chat_id = :source${index}${isInEarlier(index)}`,
  )
  return { all, bindings }
}

/** The unary plus keeps SQLite from an index that is not to lead. */
function rangeConditions(
  { after_rowid, before_rowid, since, until }: RowFilter,
  { lead, date, rowid }: Plan,
): Conditions {
  const rowidColumn = lead === 'date' ? `+${rowid}` : rowid
  const dateColumn = lead === 'rowid' ? `+${date}` : date
  return joined(
    when(after_rowid, (after) => ({ all: [`${rowidColumn} > :after`], bindings: { after } })),
    when(before_rowid, (before) => ({ all: [`${rowidColumn} < :before`], bindings: { before } })),
    when(since, (moment) => ({ all: [`${dateColumn} >= :since`], bindings: { since: appleNs(moment) } })),
    when(until, (moment) => ({ all: [`${dateColumn} <= :until`], bindings: { until: appleNs(moment) + lastNs } })),
  )
}

/** A row without a chat, as those in Recently Deleted, is not shown. */
function placeConditions({ chatIds, hidden }: RowPlaces, { source }: Plan): Conditions {
  if (source === 'joins') return { all: [], bindings: {} }
  const isJoined = (where: string) => `EXISTS (SELECT 1 FROM chat_message_join j WHERE j.message_id = m.ROWID${where})`
  const among = (is: string) => isJoined(` AND j.chat_id ${is} (SELECT value FROM json_each(:chats))`)
  if (chatIds !== undefined) return { all: [among('IN')], bindings: { chats: JSON.stringify(chatIds) } }
  if (hidden.length === 0) return { all: [isJoined('')], bindings: {} }
  return { all: [among('NOT IN')], bindings: { chats: JSON.stringify(hidden) } }
}

function orderOf({ order, newest_first }: RowsWanted): string {
  const direction = newest_first ? 'DESC' : 'ASC'
  return order === 'date' ? ` ORDER BY 1 ${direction}, 2 ${direction}` : ` ORDER BY 2 ${direction}`
}

const when = <T>(given: T | undefined, make: (value: T) => Conditions): Conditions =>
  given === undefined ? { all: [], bindings: {} } : make(given)

const joined = (...several: Conditions[]): Conditions => ({
  all: several.flatMap(({ all }) => all),
  bindings: Object.assign({}, ...several.map(({ bindings }) => bindings)),
})

const appleNs = (moment: string): bigint => unixMsToAppleNs(Date.parse(moment))
/** Times of the API end with milliseconds. */
const lastNs = 999_999n
