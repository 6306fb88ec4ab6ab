/** Keeps messages: of each the newest version that any envelope told, whatever order and however often they come. */

import type { Message } from '../../contract/message.ts'
import type { PlacedMessage } from '../../contract/placed-message.ts'
import { handleLookupKey } from '../../domain/handles.ts'
import { conversationsNamed, forgetEmpty, isBefore, noteWriters, type Version } from './conversations.ts'
import type { Sql } from './database.ts'
import { firstSpare, hubRowid } from './ids.ts'
import { bringBack } from './marks.ts'
import { type PackedMessage, packMessage, unpackMessage } from './packed-message.ts'
import { vectorOf } from './words.ts'

/** One Mac's messages, each with the version of the envelope that it came in. */
export interface Told {
  line: number
  mac: string
  messages: readonly (PlacedMessage & Version)[]
  /** Whether it tells of what happens now, not of its past. */
  isLive: boolean
}

interface Known {
  guid: string
  rowid: number
  sent_ms: number
}

const upsert = `INSERT INTO message AS m (line, guid, rowid, mac, mac_rowid, conversation, sent_ms, generation, version, more)
  SELECT $1, guid, rowid, $2, mac_rowid, conversation, sent_ms, generation, version, more
    FROM jsonb_to_recordset($3::jsonb) AS told (guid text, rowid bigint, mac_rowid bigint, conversation bigint, sent_ms bigint,
      generation int, version bigint, more jsonb)
  ON CONFLICT (line, guid) DO UPDATE SET mac = excluded.mac, mac_rowid = excluded.mac_rowid,
      conversation = excluded.conversation, sent_ms = excluded.sent_ms, generation = excluded.generation,
      version = excluded.version, more = excluded.more, is_gone = false
    WHERE (m.generation, m.version) < (excluded.generation, excluded.version)
  RETURNING guid`

/** Notes messages. Returns how many were news. */
export async function noteMessages(sql: Sql, { line, mac, messages, isLive }: Told): Promise<number> {
  const newest = newestOf(messages)
  if (newest.length === 0) return 0
  const conversations = await conversationsNamed(sql, line, [
    ...new Set(newest.map(({ conversation_guid }) => conversation_guid)),
  ])
  const known = await numbersOf(sql, line, newest)
  const rows = newest.map(({ conversation_guid, generation, version, message }) => ({
    guid: message.guid,
    rowid: known.of(message),
    mac_rowid: message.rowid,
    conversation: conversations.get(conversation_guid)?.id ?? 0,
    sent_ms: Date.parse(message.ts),
    ...{ generation, version },
    more: packMessage(message),
  }))
  const noted = await sql.query<{ guid: string }>(upsert, [line, mac, JSON.stringify(rows)])
  const guids = new Set(noted.map(({ guid }) => guid))
  const changed = rows.filter(({ guid }) => guids.has(guid))
  await forgetWords(
    sql,
    changed.flatMap(({ guid }) => known.before.get(guid) ?? []),
  )
  const groups = new Set([...conversations.values()].filter(({ isGroup }) => isGroup).map(({ id }) => id))
  await noteWords(sql, line, changed, groups)
  await noteWriters(sql, writersIn(changed, groups))
  const isNew = ({ guid, more }: Row) => !known.before.has(guid) && more.kind !== 'system'
  await bringBack(sql, changed.filter(isNew), isLive)
  return changed.length
}

/** Keyed by the id of the group. */
function writersIn(rows: readonly Row[], groups: ReadonlySet<number>) {
  const written = rows.filter(({ conversation, more }) => groups.has(conversation) && !more.is_from_me && more.handle)
  const byGroup = Map.groupBy(written, ({ conversation }) => conversation)
  return new Map([...byGroup].map(([id, ofGroup]) => [id, new Set(ofGroup.map(({ more }) => more.handle ?? ''))]))
}

/** Of two states of a message in one batch only the newer one is stored. */
function newestOf(messages: Told['messages']): Told['messages'] {
  const newest = new Map<string, Told['messages'][number]>()
  for (const one of messages) {
    const other = newest.get(one.message.guid)
    if (other === undefined || !isBefore(one, other)) newest.set(one.message.guid, one)
  }
  return [...newest.values()]
}

/** A message keeps its number. A new one gets that of its row, or a spare one where another message has it. */
async function numbersOf(sql: Sql, line: number, messages: Told['messages']) {
  const wanted = messages.map(({ message }) => hubRowid(line, message.rowid))
  const rows = await sql.query<Known>(
    'SELECT guid, rowid, sent_ms FROM message WHERE line = $1 AND (guid = ANY($2) OR rowid = ANY($3))',
    [line, messages.map(({ message }) => message.guid), wanted],
  )
  const before = new Map(rows.map((row) => [row.guid, row]))
  const taken = new Set(rows.map(({ rowid }) => rowid))
  const numbers = new Map<string, number>()
  for (const { message } of messages) {
    const own = hubRowid(line, message.rowid)
    const isTaken = taken.has(own) || message.rowid >= firstSpare
    const number = before.get(message.guid)?.rowid ?? (isTaken ? await spareNumber(sql, line) : own)
    numbers.set(message.guid, number)
    taken.add(number)
  }
  return { before, of: ({ guid }: Message) => numbers.get(guid) ?? 0 }
}

async function spareNumber(sql: Sql, line: number): Promise<number> {
  const [{ spares = 0 } = {}] = await sql.query<{ spares: number }>(
    'UPDATE line SET spares = spares + 1 WHERE id = $1 RETURNING spares',
    [line],
  )
  return hubRowid(line, firstSpare + spares)
}

/** Forgets the texts of messages whose rows are gone from the Mac. */
export async function noteGone(
  sql: Sql,
  { line, mac, rowids, generation, version }: { line: number; mac: string; rowids: readonly number[] } & Version,
): Promise<void> {
  if (rowids.length === 0) return
  const gone = await sql.query<Gone>(
    `UPDATE message SET is_gone = true, more = '{}', generation = $4, version = $5
      WHERE line = $1 AND mac = $2 AND mac_rowid = ANY($3) AND NOT is_gone AND (generation, version) < ($4::int, $5::bigint)
      RETURNING rowid, sent_ms, conversation`,
    [line, mac, rowids, generation, version],
  )
  await forgetWords(sql, gone)
  await forgetEmpty(sql, conversationsOf(gone), { generation, version })
}

/** Once all of a generation was told, what only generations before knew is gone from the Mac. */
export async function noteUntold(sql: Sql, line: number, mac: string, generation: number): Promise<void> {
  const gone = await sql.query<Gone>(
    `UPDATE message SET is_gone = true, more = '{}', generation = $3
      WHERE line = $1 AND mac = $2 AND generation < $3 AND NOT is_gone RETURNING rowid, sent_ms, conversation`,
    [line, mac, generation],
  )
  await forgetWords(sql, gone)
  await forgetEmpty(sql, conversationsOf(gone), { generation, version: 0 })
}

interface Gone {
  rowid: number
  sent_ms: number
  conversation: number
}

const conversationsOf = (rows: readonly Gone[]): number[] => [...new Set(rows.map(({ conversation }) => conversation))]

interface Row {
  rowid: number
  guid: string
  conversation: number
  sent_ms: number
  more: PackedMessage
}

/** Makes the words of all messages of conversations anew. */
export async function renewWords(sql: Sql, line: number, conversations: readonly number[]): Promise<void> {
  if (conversations.length === 0) return
  const rows = await sql.query<Row>(
    'SELECT rowid, guid, conversation, sent_ms, more FROM message WHERE conversation = ANY($1) AND NOT is_gone',
    [conversations],
  )
  if (rows.length === 0) return
  await forgetWords(sql, rows)
  const groups = await sql.query<{ id: number }>('SELECT id FROM conversation WHERE id = ANY($1) AND is_group', [
    conversations,
  ])
  await noteWords(sql, line, rows, new Set(groups.map(({ id }) => id)))
}

const forgetWords = async (sql: Sql, rows: readonly Pick<Known, 'rowid' | 'sent_ms'>[]): Promise<void> => {
  if (rows.length === 0) return
  await sql.query(
    `DELETE FROM said USING unnest($1::bigint[], $2::bigint[]) AS old (sent_ms, rowid)
      WHERE said.sent_ms = old.sent_ms AND said.rowid = old.rowid`,
    [rows.map(({ sent_ms }) => sent_ms), rows.map(({ rowid }) => rowid)],
  )
}

async function noteWords(sql: Sql, line: number, rows: readonly Row[], groups: ReadonlySet<number>): Promise<void> {
  if (rows.length === 0) return
  const writers = await contactsOf(sql, line, rows)
  const vectors = rows.map(({ guid, rowid, sent_ms, conversation, more }) =>
    vectorOf(unpackMessage(more, { guid, rowid, ts: new Date(sent_ms).toISOString() }), {
      ...{ line, conversation },
      isGroup: groups.has(conversation),
      writer: more.is_from_me ? undefined : writers.get(more.handle ?? ''),
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

/** The authors of the messages, by their handles, under the names that they have now. */
async function contactsOf(sql: Sql, line: number, rows: readonly Row[]): Promise<Map<string, number>> {
  const names = new Map(rows.flatMap(({ more }) => (more.is_from_me ? [] : [[more.handle ?? '', more.sender ?? '']])))
  const known = await sql.query<{ id: number; handle: string }>(
    `INSERT INTO contact (line, handle, name, key) SELECT $1, * FROM unnest($2::text[], $3::text[], $4::text[])
      ON CONFLICT (line, handle) DO UPDATE SET name = excluded.name RETURNING id, handle`,
    [line, [...names.keys()], [...names.values()], [...names.keys()].map(handleLookupKey)],
  )
  return new Map(known.map(({ id, handle }) => [handle, id]))
}

const oldestMonth = Date.UTC(2000, 0)
const newestMonth = Date.UTC(2100, 0)

/** Words lie in a table for each month, so that the newest are searched first; other dates share one. */
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
