/** Keeps the newest version of each message, in whatever order and however often envelopes bring it. */
import type { PlacedMessage } from '../../contract/placed-message.ts'
import {
  contactKey,
  conversationsNamed,
  forgetEmpty,
  isBefore,
  noteContacts,
  noteWriters,
  type Version,
} from './conversations.ts'
import type { Sql } from './database.ts'
import { firstSpare, hubGuid, hubRowid } from './ids.ts'
import { bringBack } from './marks.ts'
import { type PackedMessage, packMessage, unpackMessage } from './packed-message.ts'
import { forgetTapbacks, noteTapbacks } from './tapbacks.ts'
import { vectorOf } from './words.ts'

/** A message, with the Mac and the version of the envelope that it came in. */
export interface Told extends PlacedMessage, Version {
  line: number
  mac: string
  /** Whether it was told as news and not as part of the past. */
  isLive: boolean
}

interface Known {
  line: number
  guid: string
  rowid: number
  sent_ms: number
}

const upsert = `INSERT INTO message AS m (line, guid, rowid, mac, mac_rowid, conversation, sent_ms, generation, version, more)
  SELECT line, guid, rowid, mac, mac_rowid, conversation, sent_ms, generation, version, more
    FROM jsonb_to_recordset($1::jsonb) AS told (line int, guid text, rowid bigint, mac text, mac_rowid bigint, conversation bigint,
      sent_ms bigint, generation int, version bigint, more jsonb)
  ON CONFLICT (line, guid) DO UPDATE SET mac = excluded.mac, mac_rowid = excluded.mac_rowid,
      conversation = excluded.conversation, sent_ms = excluded.sent_ms, generation = excluded.generation,
      version = excluded.version, more = excluded.more, is_gone = false
    WHERE (m.generation, m.version) < (excluded.generation, excluded.version)
  RETURNING line, guid`

/** Identifies a message: the same GUID on two lines means two messages. */
const keyOf = ({ line, guid }: Pick<Known, 'line' | 'guid'>): string => hubGuid(line, guid)

/** A message that was unknown before and came with the past. */
export interface AddedByPage {
  line: number
  mac: string
  rowid: number
  chatGuid: string
  sentMs: number
  isFromMe: boolean
}

/** Stores messages of any lines. Returns those that came with the past and were unknown, oldest first. */
export async function noteMessages(sql: Sql, messages: readonly Told[]): Promise<AddedByPage[]> {
  const newest = newestOf(messages)
  if (newest.length === 0) return []
  const named = newest.map(({ line, conversation_guid: guid }) => ({ line, guid }))
  const conversations = await conversationsNamed(sql, [...new Map(named.map((one) => [keyOf(one), one])).values()])
  const known = await numbersOf(sql, newest)
  const rows = newest.map(({ line, mac, isLive, conversation_guid, generation, version, message }) => ({
    line,
    mac,
    isLive,
    generation,
    version,
    guid: message.guid,
    rowid: known.of(line, message.guid),
    mac_rowid: message.rowid,
    conversation: conversations.get(hubGuid(line, conversation_guid))?.id ?? 0,
    sent_ms: Date.parse(message.ts),
    more: packMessage(message),
  }))
  const noted = await sql.query<Pick<Known, 'line' | 'guid'> & Record<string, unknown>>(upsert, [JSON.stringify(rows)])
  const news = new Set(noted.map(keyOf))
  const changed = rows.filter((row) => news.has(keyOf(row)))
  await forgetWords(
    sql,
    changed.flatMap((row) => known.before.get(keyOf(row)) ?? []),
  )
  const groups = new Set([...conversations.values()].filter(({ isGroup }) => isGroup).map(({ id }) => id))
  await noteWords(sql, changed, groups)
  await noteWriters(sql, writersIn(changed, groups))
  const added = changed.filter((row) => !known.before.has(keyOf(row)) && row.more.kind !== 'system')
  for (const isLive of [true, false])
    await bringBack(
      sql,
      added.filter((row) => row.isLive === isLive),
      isLive,
    )
  const mayHaveTapbacks = (row: Row) => row.more.tapback_details !== undefined || known.before.has(keyOf(row))
  await noteTapbacks(sql, changed.filter(mayHaveTapbacks))
  return newest
    .filter(({ isLive, line, message: { guid } }) => {
      const key = hubGuid(line, guid)
      return !isLive && news.has(key) && !known.before.has(key)
    })
    .map(({ line, mac, conversation_guid: chatGuid, message: { guid, ts, is_from_me: isFromMe } }) => ({
      line,
      mac,
      rowid: known.of(line, guid),
      chatGuid,
      sentMs: Date.parse(ts),
      isFromMe,
    }))
    .sort((one, other) => one.sentMs - other.sentMs)
}

/** Returns the writers, keyed by the id of the group. */
function writersIn(rows: readonly Row[], groups: ReadonlySet<number>) {
  const written = rows.filter(({ conversation, more }) => groups.has(conversation) && !more.is_from_me && more.handle)
  const byGroup = Map.groupBy(written, ({ conversation }) => conversation)
  return new Map([...byGroup].map(([id, ofGroup]) => [id, new Set(ofGroup.map(({ more }) => more.handle ?? ''))]))
}

/** Returns only the newest of several versions of a message in one batch. */
function newestOf(messages: readonly Told[]): Told[] {
  const newest = new Map<string, Told>()
  for (const one of messages) {
    const key = hubGuid(one.line, one.message.guid)
    const other = newest.get(key)
    if (other === undefined || !isBefore(one, other)) newest.set(key, one)
  }
  return [...newest.values()]
}

/**
 * Finds the stored messages with the GUID or number of each told one. Each is looked up by itself, so that the index of
 * its line's table is used however many there are.
 */
const known = `SELECT found.* FROM unnest($1::int[], $2::text[], $3::bigint[]) AS told (line, guid, rowid)
  CROSS JOIN LATERAL (
    SELECT m.line, m.guid, m.rowid, m.sent_ms FROM message m WHERE m.line = told.line AND m.guid = told.guid
    UNION ALL
    SELECT m.line, m.guid, m.rowid, m.sent_ms FROM message m
      WHERE m.line = told.line AND m.rowid = told.rowid AND m.guid <> told.guid OFFSET 0) AS found`

/**
 * Numbers messages. A known one keeps its number; a new one gets that of its row, or a spare one if the number is
 * taken.
 */
async function numbersOf(sql: Sql, messages: readonly Told[]) {
  const wanted = messages.map(({ line, message: { rowid } }) => hubRowid(line, rowid))
  const [lines, guids] = [messages.map(({ line }) => line), messages.map(({ message }) => message.guid)]
  const rows = await sql.query<Known & Record<string, unknown>>(known, [lines, guids, wanted])
  const before = new Map(rows.map((row) => [keyOf(row), row]))
  const taken = new Set(rows.map(({ rowid }) => rowid))
  const numbers = new Map<string, number>()
  for (const { line, message } of messages) {
    const [key, own] = [hubGuid(line, message.guid), hubRowid(line, message.rowid)]
    const isTaken = taken.has(own) || message.rowid >= firstSpare
    const number = before.get(key)?.rowid ?? (isTaken ? await spareNumber(sql, line) : own)
    numbers.set(key, number)
    taken.add(number)
  }
  return { before, of: (line: number, guid: string) => numbers.get(hubGuid(line, guid)) ?? 0 }
}

async function spareNumber(sql: Sql, line: number): Promise<number> {
  const [{ spares = 0 } = {}] = await sql.query<{ spares: number }>(
    'UPDATE line SET spares = spares + 1 WHERE id = $1 RETURNING spares',
    [line],
  )
  return hubRowid(line, firstSpare + spares)
}

/** Deletes the texts of messages whose rows are gone from the Mac. */
export async function noteGone(
  sql: Sql,
  { line, mac, rowids, generation, version }: { line: number; mac: string; rowids: readonly number[] } & Version,
): Promise<void> {
  if (rowids.length === 0) return
  const gone = await sql.query<Gone>(
    `UPDATE message SET is_gone = true, more = '{}', generation = $4, version = $5
      WHERE line = $1 AND mac = $2 AND mac_rowid = ANY($3) AND NOT is_gone AND (generation, version) < ($4::int, $5::bigint)
      RETURNING rowid, guid, sent_ms, conversation`,
    [line, mac, rowids, generation, version],
  )
  await forgetWords(sql, gone)
  await forgetTapbacks(sql, line, guidsOf(gone))
  await forgetEmpty(sql, conversationsOf(gone), { generation, version })
}

/** Marks messages as gone that only earlier generations had told, once the current generation was told completely. */
export async function noteUntold(sql: Sql, line: number, mac: string, generation: number): Promise<void> {
  const gone = await sql.query<Gone>(
    `UPDATE message SET is_gone = true, more = '{}', generation = $3
      WHERE line = $1 AND mac = $2 AND generation < $3 AND NOT is_gone RETURNING rowid, guid, sent_ms, conversation`,
    [line, mac, generation],
  )
  await forgetWords(sql, gone)
  await forgetTapbacks(sql, line, guidsOf(gone))
  await forgetEmpty(sql, conversationsOf(gone), { generation, version: 0 })
}

interface Gone {
  rowid: number
  guid: string
  sent_ms: number
  conversation: number
}

const guidsOf = (rows: readonly Gone[]): string[] => rows.map(({ guid }) => guid)
const conversationsOf = (rows: readonly Gone[]): number[] => [...new Set(rows.map(({ conversation }) => conversation))]

interface Row {
  line: number
  rowid: number
  guid: string
  conversation: number
  sent_ms: number
  more: PackedMessage
}

/** Rebuilds the search words of all messages in these conversations, which are given with their lines. */
export async function renewWords(sql: Sql, conversations: ReadonlyMap<number, number>): Promise<void> {
  if (conversations.size === 0) return
  const [ids, lines] = [[...conversations.keys()], [...new Set(conversations.values())]]
  const rows = await sql.query<Row & Record<string, unknown>>(
    `SELECT line, rowid, guid, conversation, sent_ms, more FROM message
      WHERE line = ANY($1) AND conversation = ANY($2) AND NOT is_gone`,
    [lines, ids],
  )
  if (rows.length === 0) return
  await forgetWords(sql, rows)
  const groups = await sql.query<{ id: number }>('SELECT id FROM conversation WHERE id = ANY($1) AND is_group', [ids])
  await noteWords(sql, rows, new Set(groups.map(({ id }) => id)))
}

const forgetWords = async (sql: Sql, rows: readonly Pick<Known, 'rowid' | 'sent_ms'>[]): Promise<void> => {
  if (rows.length === 0) return
  await sql.query(
    `DELETE FROM said USING unnest($1::bigint[], $2::bigint[]) AS old (sent_ms, rowid)
      WHERE said.sent_ms = old.sent_ms AND said.rowid = old.rowid`,
    [rows.map(({ sent_ms }) => sent_ms), rows.map(({ rowid }) => rowid)],
  )
}

/**
 * Stores search words, except for system lines, such as that somebody joined: as on a Mac, they are shown but not
 * searched.
 */
async function noteWords(sql: Sql, stored: readonly Row[], groups: ReadonlySet<number>): Promise<void> {
  const rows = stored.filter(({ more }) => more.kind !== 'system')
  if (rows.length === 0) return
  // Writers are stored under their current names.
  const writers = await noteContacts(
    sql,
    rows.flatMap(({ line, more }) =>
      more.is_from_me ? [] : [{ line, handle: more.handle ?? '', name: more.sender ?? '' }],
    ),
  )
  const vectors = rows.map(({ line, guid, rowid, sent_ms, conversation, more }) =>
    vectorOf(unpackMessage(more, { guid, rowid, ts: new Date(sent_ms).toISOString() }), {
      line,
      conversation,
      isGroup: groups.has(conversation),
      writer: more.is_from_me ? undefined : writers.get(contactKey({ line, handle: more.handle ?? '' })),
    }),
  )
  await makeMonths(sql, rows)
  await sql.query(
    `INSERT INTO said (sent_ms, rowid, words)
      SELECT sent_ms, rowid, words::tsvector FROM unnest($1::bigint[], $2::bigint[], $3::text[]) AS n (sent_ms, rowid, words)
      ON CONFLICT (sent_ms, rowid) DO UPDATE SET words = excluded.words`,
    [rows.map(({ sent_ms }) => sent_ms), rows.map(({ rowid }) => rowid), vectors],
  )
}

const oldestMonth = Date.UTC(2000, 0)
const newestMonth = Date.UTC(2100, 0)

/**
 * Creates the tables for search words: one for each month, so that the newest are searched first, and one for all other
 * dates.
 */
async function makeMonths(sql: Sql, rows: readonly Pick<Row, 'sent_ms'>[]): Promise<void> {
  const months = new Set(rows.filter(({ sent_ms }) => sent_ms >= oldestMonth && sent_ms < newestMonth).map(monthOf))
  const wanted = [...months].map((month) => ({ month, name: `said_${month.replace('-', '_')}` }))
  const there = await sql.query<{ name: string }>(
    'SELECT relname AS name FROM pg_class WHERE relname = ANY($1) AND pg_table_is_visible(oid)',
    [wanted.map(({ name }) => name)],
  )
  const names = new Set(there.map(({ name }) => name))
  for (const { month, name } of wanted) {
    if (names.has(name)) continue
    const [year, number] = month.split('-').map(Number) as [number, number]
    const [from, to] = [Date.UTC(year, number - 1), Date.UTC(year, number)]
    await sql.query(`CREATE TABLE ${name} PARTITION OF said FOR VALUES FROM (${from}) TO (${to})`)
  }
}

const monthOf = ({ sent_ms }: Pick<Row, 'sent_ms'>): string => new Date(sent_ms).toISOString().slice(0, 7)
