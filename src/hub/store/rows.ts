/**
 * Finds the rows of a hub, for programs that copy the rows of Messages: its messages and tapbacks, numbered in the
 * order in which they came to the hub, since the numbers of several Macs have no order among each other.
 */
import type { HandleQuery, RowFilter, RowQuery, StoredHandle, StoredTotals } from '../../contract/stored-row.ts'
import { handleLookupKey, sameHandle } from '../../domain/handles.ts'
import type { Sql } from './database.ts'
import { hubGuid, lineOfRowid, ofHubGuid } from './ids.ts'
import { conversationIn, type HubView, messageIn } from './view.ts'

/** A row without the content of its message, which is read as for all readers of messages. */
export interface FoundRow {
  number: number
  line: number
  /** The number of its message elsewhere in the API. */
  message: number
  conversation: number
  at_ms: number
  tapback: { giver: string; part: number; emoji: string | null; isRemoved: boolean } | undefined
}

/** `conversation` is the id of one; undefined for all. */
export type RowsAsked = Omit<RowFilter, 'conversation'> & { conversation?: number | undefined }

interface Selected {
  number: number
  line: number
  message: number
  conversation: number
  at_ms: number
  giver: string | null
  part: number | null
  emoji: string | null
  is_removed: boolean
}

/** Collects the values of a query. */
class Values {
  readonly all: unknown[] = []
  add(value: unknown): string {
    return `$${this.all.push(value)}`
  }
}

const tapbackGuid = /^tapback-(\d{1,15})$/
/** Makes a GUID for a row that Messages gives none. */
export const guidOfTapback = (line: number, number: number): string => hubGuid(line, `tapback-${number}`)

/** Reads a list of GUIDs with their lines, or without for all lines. */
function namesIn(list: string) {
  const names = list.split(',').map((written) => ofHubGuid(written) ?? { line: undefined, guid: written })
  const numbers = names.flatMap(({ guid }) => tapbackGuid.exec(guid)?.[1] ?? []).map(Number)
  return { lines: names.map(({ line }) => line ?? null), guids: names.map(({ guid }) => guid), numbers }
}

/** Builds a condition that one of the names belongs to the message `m`, by one of its columns. */
function isNamed(values: Values, list: string, column: string): string {
  const { lines, guids } = namesIn(list)
  return `(m.line, ${column}) IN (SELECT coalesce(n.line, m.line), n.guid
    FROM unnest(${values.add(lines)}::int[], ${values.add(guids)}::text[]) AS n (line, guid))
    AND ${column} = ANY(${values.add(guids)})`
}

type Kind = 'message' | 'tapback'

function conditionsOf(kind: Kind, asked: RowsAsked, view: HubView, values: Values): string[] {
  const { after_rowid, before_rowid, since, until, changed_since, guids, about, from_me, handle, conversation } = asked
  const [number, at] = kind === 'message' ? ['m.number', 'm.sent_ms'] : ['t.number', 't.at_ms']
  const own = kind === 'message' ? `(m.more->>'is_from_me') IS NOT DISTINCT FROM 'true'` : `t.giver = ''`
  const who = kind === 'message' ? `m.more->>'handle'` : 't.giver'
  const changed = (column: string) => `(m.more->>'${column}')::timestamptz >= ${values.add(changed_since)}::timestamptz`
  return [
    `NOT m.is_gone AND (m.more->>'kind') IS DISTINCT FROM 'system'${messageIn(view, 'm')}`,
    ...(conversation === undefined ? [] : [`m.conversation = ${values.add(conversation)}`]),
    ...(after_rowid === undefined ? [] : [`${number} > ${values.add(after_rowid)}`]),
    ...(before_rowid === undefined ? [] : [`${number} < ${values.add(before_rowid)}`]),
    ...(since === undefined ? [] : [`${at} >= ${values.add(Date.parse(since))}`]),
    ...(until === undefined ? [] : [`${at} <= ${values.add(Date.parse(until))}`]),
    ...(from_me === undefined ? [] : [from_me ? own : `NOT ${own}`]),
    ...(handle === undefined ? [] : [`${who} = ${values.add(handle)}`]),
    ...(changed_since === undefined
      ? []
      : [kind === 'message' ? `(${['delivered_at', 'read_at', 'edited_at'].map(changed).join(' OR ')})` : 'false']),
    ...(guids === undefined
      ? []
      : [
          kind === 'message'
            ? isNamed(values, guids, 'm.guid')
            : `t.number = ANY(${values.add(namesIn(guids).numbers)})`,
        ]),
    ...(about === undefined
      ? []
      : [isNamed(values, about, kind === 'message' ? `(m.more->>'reply_to_guid')` : 'm.guid')]),
  ]
}

/** Builds one of the two parts of a list; `order` refers to the columns that it selects. */
function partOf(kind: Kind, conditions: readonly string[], isByDate: boolean): string {
  const where = `WHERE ${conditions.join(' AND ')}`
  if (kind === 'tapback')
    return `SELECT t.number, m.line, m.rowid AS message, m.conversation, t.at_ms, t.number AS tie, t.giver, t.part, t.emoji, t.is_removed
      FROM tapback t JOIN message m ON m.line = t.line AND m.guid = t.message ${where}`
  // The search words are sorted by date, which the messages of all conversations together are not.
  const from = isByDate ? 'said s JOIN message m ON m.line = (s.rowid >> 40)::int AND m.rowid = s.rowid' : 'message m'
  const [at, tie] = isByDate ? ['s.sent_ms', 's.rowid'] : ['m.sent_ms', 'm.rowid']
  return `SELECT m.number, m.line, m.rowid AS message, m.conversation, ${at} AS at_ms, ${tie} AS tie,
    NULL AS giver, NULL::int AS part, NULL AS emoji, false AS is_removed FROM ${from} ${where}`
}

const kindsIn = ({ reactions = 'with', scheduled }: Pick<RowFilter, 'reactions' | 'scheduled'>): Kind[] => {
  if (scheduled === 'only') return []
  return reactions === 'with' ? ['message', 'tapback'] : reactions === 'only' ? ['tapback'] : ['message']
}

type Order = Pick<RowQuery, 'order' | 'newest_first' | 'limit' | 'offset'>

/** Returns one row more than asked for if there are further ones. */
export async function findRows(sql: Sql, asked: RowsAsked & Order, view: HubView): Promise<FoundRow[]> {
  const { order, newest_first, limit, offset, ...filter } = asked
  const values = new Values()
  const way = newest_first ? 'DESC' : 'ASC'
  const ordered = order === 'date' ? `at_ms ${way}, tie ${way}` : `number ${way}`
  const isEverywhere = filter.conversation === undefined && filter.guids === undefined && filter.about === undefined
  const most = values.add(limit + 1 + offset)
  const parts = kindsIn(filter).map(
    (kind) =>
      `(SELECT * FROM (${partOf(kind, conditionsOf(kind, filter, view, values), order === 'date' && isEverywhere)}) p
        ORDER BY ${ordered} LIMIT ${most})`,
  )
  if (parts.length === 0) return []
  const rows = await sql.query<Selected & Record<string, unknown>>(
    `SELECT * FROM (${parts.join(' UNION ALL ')}) r ORDER BY ${ordered} LIMIT ${values.add(limit + 1)} OFFSET ${values.add(offset)}`,
    values.all,
  )
  return rows.map(({ giver, part, emoji, is_removed, number, line, message, conversation, at_ms }) => ({
    number,
    line,
    message,
    conversation,
    at_ms,
    tapback: giver === null ? undefined : { giver, part: part ?? 0, emoji, isRemoved: is_removed },
  }))
}

export async function countRows(sql: Sql, asked: RowsAsked, view: HubView): Promise<number> {
  const values = new Values()
  const parts = kindsIn(asked).map((kind) => partOf(kind, conditionsOf(kind, asked, view, values), false))
  if (parts.length === 0) return 0
  const [row] = await sql.query<{ total: number }>(
    `SELECT count(*) AS total FROM (${parts.join(' UNION ALL ')}) r`,
    values.all,
  )
  return row?.total ?? 0
}

/** Returns the number up to which all rows exist already. */
export async function lastRowNumber(sql: Sql): Promise<number> {
  const [row] = await sql.query<{ last: number }>('SELECT last_row_number() AS last')
  return row?.last ?? 0
}

const isSeen = (view: HubView): string =>
  `EXISTS (SELECT 1 FROM conversation c WHERE c.line = t.line AND c.more IS NOT NULL
    AND (t.handle = ANY(c.addresses) OR t.handle = ANY(c.members))${conversationIn(view, 'c')})`

interface KnownHandle {
  id: number
  handle: string
}

/** Lists the addresses that the lines know, once for every line, in the order in which they became known. */
export async function listHandles(
  sql: Sql,
  { limit, offset, address }: HandleQuery,
  view: HubView,
): Promise<StoredHandle[]> {
  const key = address === undefined ? null : handleLookupKey(address)
  const rows = await sql.query<KnownHandle & Record<string, unknown>>(
    `SELECT t.id, t.handle FROM contact t WHERE t.handle <> '' AND ($3::text IS NULL OR t.key = $3) AND ${isSeen(view)}
      ORDER BY t.id LIMIT $1 OFFSET $2`,
    address === undefined ? [limit, offset, key] : [mostAlike, 0, key],
  )
  if (address === undefined) return rows.map(storedHandle)
  const meant = rows.filter(({ handle }) => sameHandle(handle, address))
  return meant.slice(offset, offset + limit).map(storedHandle)
}

/** The most addresses with the same last digits that are compared. */
const mostAlike = 1_000

const storedHandle = ({ id, handle }: KnownHandle): StoredHandle => ({
  rowid: id,
  address: handle,
  // A hub does not learn which services somebody can be reached by.
  service: 'iMessage',
  country: null,
  uncanonicalized: null,
})

/** Returns the numbers of addresses by their line. */
export async function numbersOfHandles(
  sql: Sql,
  wanted: readonly { line: number; handle: string }[],
): Promise<(line: number, handle: string) => number> {
  const rows = await sql.query<KnownHandle & { line: number } & Record<string, unknown>>(
    `SELECT t.id, t.line, t.handle FROM contact t
      JOIN (SELECT DISTINCT * FROM unnest($1::int[], $2::text[])) AS n (line, handle) USING (line, handle)`,
    [wanted.map(({ line }) => line), wanted.map(({ handle }) => handle)],
  )
  const known = new Map(rows.map(({ id, line, handle }) => [`${line} ${handle}`, id]))
  return (line, handle) => known.get(`${line} ${handle}`) ?? 0
}

export async function rowTotals(sql: Sql, view: HubView): Promise<StoredTotals> {
  const counted = `count(*) FILTER (WHERE`
  const [files] = await sql.query<
    Omit<StoredTotals, 'messages' | 'conversations' | 'handles'> & Record<string, unknown>
  >(
    `SELECT count(*) AS attachments, ${counted} a->>'mime_type' LIKE 'image/%') AS images,
      ${counted} a->>'mime_type' LIKE 'video/%') AS videos, ${counted} a->>'kind' = 'location') AS locations
      FROM message m, jsonb_array_elements(m.more->'attachments') AS a
      WHERE NOT m.is_gone AND m.more ? 'attachments'${messageIn(view, 'm')}`,
  )
  const [others] = await sql.query<{ conversations: number; handles: number }>(
    `SELECT (SELECT count(*) FROM conversation c WHERE c.more IS NOT NULL${conversationIn(view, 'c')}) AS conversations,
      (SELECT count(*) FROM contact t WHERE t.handle <> '' AND ${isSeen(view)}) AS handles`,
  )
  return {
    attachments: 0,
    images: 0,
    videos: 0,
    locations: 0,
    ...files,
    conversations: 0,
    handles: 0,
    ...others,
    messages: await countRows(sql, {}, view),
  }
}

interface About {
  /** The number of a message elsewhere in the API. */
  rowid: number
  /** The GUID of the message, if this is a tapback. */
  target?: string | undefined
  isRemoved?: boolean
}

/**
 * Returns the numbers of the rows that events concern, in the order of the events; undefined for events without a row.
 */
export async function rowsOfEvents(sql: Sql, events: readonly About[]): Promise<(number | undefined)[]> {
  const messages = events.filter(({ target }) => target === undefined)
  const lines = [...new Set(messages.map(({ rowid }) => lineOfRowid(rowid)))]
  const found = await sql.query<{ rowid: number; number: number }>(
    'SELECT rowid, number FROM message WHERE line = ANY($1) AND rowid = ANY($2) AND NOT is_gone',
    [lines, messages.map(({ rowid }) => rowid)],
  )
  const numbers = new Map(found.map(({ rowid, number }) => [rowid, number]))
  return Promise.all(
    events.map(async ({ rowid, target, isRemoved = false }) => {
      if (target === undefined) return numbers.get(rowid)
      const [newest] = await sql.query<{ number: number }>(
        'SELECT max(number) AS number FROM tapback WHERE line = $1 AND message = $2 AND is_removed = $3',
        [lineOfRowid(rowid), target, isRemoved],
      )
      return newest?.number ?? undefined
    }),
  )
}

export interface KnownFile {
  /** The id that the API uses. */
  id: string
  mimeType: string
  /** The GUID of the row of its message. */
  row: string
}

/** Finds a file by its id, or by the end of the id, which is all that some programs have. */
export async function findFile(sql: Sql, written: string, view: HubView): Promise<KnownFile | undefined> {
  const named = ofHubGuid(written)
  if (named === undefined) return undefined
  const [row] = await sql.query<{ guid: string; mime: string }>(
    `SELECT m.guid, a->>'mime_type' AS mime FROM message m, jsonb_array_elements(m.more->'attachments') AS a
      WHERE m.line = $1 AND m.more ? 'attachments' AND m.more->'attachments' @> $2::jsonb AND a->>'id' = $3
        AND NOT m.is_gone${messageIn(view, 'm')} LIMIT 1`,
    [named.line, JSON.stringify([{ id: named.guid }]), named.guid],
  )
  return row && { id: written, mimeType: row.mime, row: hubGuid(named.line, row.guid) }
}
