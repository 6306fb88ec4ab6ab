/** Keeps conversations as their Macs show them, each once however many GUIDs a Mac has for it. */
import type { Conversation } from '../../contract/conversation.ts'
import { handleLookupKey } from '../../domain/handles.ts'
import type { Sql } from './database.ts'
import { copyMarks, joinMarks } from './marks.ts'
import { type PackedMessage, wholeConversation } from './packed-message.ts'

export interface Version {
  generation: number
  version: number
}

interface Said extends Version {
  line: number
  guids: readonly string[]
  conversation: Conversation
}

interface KnownConversation {
  id: number
  isGroup: boolean
}

interface Stored extends Version {
  id: number
  addresses: string[]
  more: Conversation | null
}

const find = `SELECT id, addresses, generation, version, more FROM conversation WHERE line = $1 AND (
    id IN (SELECT conversation FROM conversation_guid WHERE line = $1 AND guid = ANY($2))
    OR ($3 AND is_group AND handle = $4) OR (NOT $3 AND NOT is_group AND addresses && $5)) ORDER BY id`
const insert = `INSERT INTO conversation (line, guid, handle, is_group, addresses, last_ms, generation, version, more, members, keys)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) RETURNING id`
const union = (one: string, other: string): string => `ARRAY(SELECT DISTINCT unnest(${one} || ${other}))`
const update = `UPDATE conversation SET guid = $2, handle = $3, is_group = $4, addresses = $5, last_ms = $6, generation = $7,
    version = $8, more = $9, members = ${union('members', '$10')}, keys = ${union('keys', '$11')}
  WHERE id = $1 AND (more IS NULL OR (generation, version) <= ($7::int, $8::bigint))`
const name = `INSERT INTO conversation_guid (line, guid, conversation) SELECT $1, unnest($2::text[]), $3
  ON CONFLICT (line, guid) DO UPDATE SET conversation = excluded.conversation`

/**
 * Notes what a Mac says of a conversation. Two that were known apart and have an address or a group in common become one;
 * an address that is no longer of a conversation gets one of its own. Returns the ids of conversations whose messages moved.
 */
export async function noteConversation(sql: Sql, said: Said): Promise<number[]> {
  const { line, guids, generation, version, conversation } = said
  const { guid, handle, is_group, addresses, last_message_ts, participants } = conversation
  const members = is_group ? participants.map((one) => one.handle) : []
  const reachable = is_group ? [] : [...new Set([handle, ...addresses])]
  const all = [...new Set([guid, ...guids])]
  const found = await sql.query<Stored>(find, [line, all, is_group, handle, reachable])
  const shown = [
    ...[guid, handle, is_group, reachable, Date.parse(last_message_ts), generation, version, conversation],
    ...[members, keysOf([...reachable, ...members])],
  ]
  const [first, ...others] = found.map(({ id }) => id)
  const id = first ?? (await sql.query<{ id: number }>(insert, [line, ...shown]))[0]?.id ?? 0
  if (first !== undefined) await sql.query(update, [id, ...shown])
  if (others.length > 0) await merge(sql, id, others)
  await sql.query(name, [line, all, id])
  const apart: number[] = []
  for (const known of found.filter((one) => !is_group && isBefore(one, said)))
    for (const address of known.addresses.filter((one) => !reachable.includes(one)))
      apart.push(...(await separate(sql, { line, from: { ...known, id }, address, kept: all })))
  return others.length > 0 ? [id, ...apart] : apart
}

/** Whether a version is older than another. */
export const isBefore = (one: Version, other: Version): boolean =>
  one.generation < other.generation || (one.generation === other.generation && one.version < other.version)

const keysOf = (handles: readonly string[]): string[] => [...new Set(handles.map(handleLookupKey))]

async function merge(sql: Sql, into: number, others: readonly number[]): Promise<void> {
  await sql.query('UPDATE message SET conversation = $1 WHERE conversation = ANY($2)', [into, others])
  await sql.query('UPDATE conversation_guid SET conversation = $1 WHERE conversation = ANY($2)', [into, others])
  await sql.query(
    `UPDATE conversation c SET members = ${union('c.members', 'o.members')}, keys = ${union('c.keys', 'o.keys')}
      FROM (SELECT coalesce(array_agg(DISTINCT member), '{}') AS members, coalesce(array_agg(DISTINCT key), '{}') AS keys
        FROM conversation LEFT JOIN unnest(members) AS member ON true LEFT JOIN unnest(keys) AS key ON true
        WHERE id = ANY($2)) o WHERE c.id = $1`,
    [into, others],
  )
  await joinMarks(sql, into, others)
  await sql.query('DELETE FROM conversation WHERE id = ANY($1)', [others])
}

interface Separated {
  line: number
  from: Stored
  address: string
  /** The GUIDs that stay. */
  kept: readonly string[]
}

interface Last {
  mac_rowid: number
  sent_ms: number
  more: PackedMessage
}

const newestOf = `SELECT mac_rowid, sent_ms, more FROM message
  WHERE conversation = $1 AND NOT is_gone AND more->>'handle' = $2 ORDER BY sent_ms DESC, rowid DESC LIMIT 1`

/** Gives an address and its messages a conversation of their own, as it will be until its Mac says more of it. */
async function separate(sql: Sql, { line, from, address, kept }: Separated): Promise<number[]> {
  const [last] = await sql.query<Last>(newestOf, [from.id, address])
  if (last === undefined) return []
  const named = await sql.query<{ guid: string }>(
    `SELECT guid FROM conversation_guid WHERE conversation = $1 AND guid LIKE '%;' || $2 AND NOT guid = ANY($3)`,
    [from.id, address.replace(/[\\%_]/g, '\\$&'), kept],
  )
  const guids = named.length === 0 ? [`any;-;${address}`] : named.map(({ guid }) => guid)
  const [guid = ''] = guids
  const { is_from_me = false, sender = null, text = '' } = last.more
  const said: Partial<Conversation> = {
    ...(from.more ?? {}),
    ...{ handle: address, addresses: [address], unread_count: 0 },
    ...{
      last_message: text,
      last_message_ts: new Date(last.sent_ms).toISOString(),
      last_message_rowid: last.mac_rowid,
    },
    ...{ last_message_is_from_me: is_from_me, last_message_sender: is_from_me ? null : sender },
  }
  const shown = wholeConversation(said, { guid, chat_rowid: 0 })
  const row = [
    ...[line, guid, address, false, [address], last.sent_ms, from.generation, from.version, shown],
    ...[[], keysOf([address])],
  ]
  const [{ id = 0 } = {}] = await sql.query<{ id: number }>(insert, row)
  await sql.query(name, [line, guids, id])
  await copyMarks(sql, from.id, id)
  await sql.query("UPDATE message SET conversation = $1 WHERE conversation = $2 AND more->>'handle' = $3", [
    ...[id, from.id, address],
  ])
  return [id]
}

/** Forgets what was said of conversations before a version that have no message left. */
export async function forgetEmpty(sql: Sql, ids: readonly number[], { generation, version }: Version): Promise<void> {
  if (ids.length === 0) return
  await sql.query(
    `UPDATE conversation c SET more = NULL WHERE id = ANY($1) AND (generation, version) < ($2::int, $3::bigint)
      AND NOT EXISTS (SELECT 1 FROM message m WHERE m.conversation = c.id AND NOT m.is_gone)`,
    [ids, generation, version],
  )
}

/** Finds conversations by GUIDs of their Mac; one that no Mac has described yet begins, and is listed once it is. */
export async function conversationsNamed(
  sql: Sql,
  line: number,
  guids: readonly string[],
): Promise<Map<string, KnownConversation>> {
  const known = await knownAmong(sql, line, guids)
  for (const guid of guids) {
    if (known.has(guid)) continue
    const blank = [line, guid, guid, /;\+;/.test(guid), [], 0, 0, 0, null, [], []]
    const [{ id = 0 } = {}] = await sql.query<{ id: number }>(insert, blank)
    await sql.query(name, [line, [guid], id])
    known.set(guid, { id, isGroup: /;\+;/.test(guid) })
  }
  return known
}

async function knownAmong(sql: Sql, line: number, guids: readonly string[]): Promise<Map<string, KnownConversation>> {
  const rows = await sql.query<{ guid: string; id: number; is_group: boolean }>(
    `SELECT g.guid, c.id, c.is_group FROM conversation_guid g JOIN conversation c ON c.id = g.conversation
      WHERE g.line = $1 AND g.guid = ANY($2)`,
    [line, guids],
  )
  return new Map(rows.map(({ guid, id, is_group }) => [guid, { id, isGroup: is_group }]))
}

/** Notes who wrote in groups: they may have left since, and what they wrote stays. */
export async function noteWriters(sql: Sql, writers: ReadonlyMap<number, ReadonlySet<string>>): Promise<void> {
  if (writers.size === 0) return
  const told = [...writers].map(([id, handles]) => ({ id, members: [...handles], keys: keysOf([...handles]) }))
  await sql.query(
    `UPDATE conversation c SET members = ${union('c.members', 'told.members')}, keys = ${union('c.keys', 'told.keys')}
      FROM jsonb_to_recordset($1::jsonb) AS told (id bigint, members text[], keys text[])
      WHERE c.id = told.id AND NOT c.members @> told.members`,
    [JSON.stringify(told)],
  )
}

/** Notes under which names a line knows people. */
export async function noteContacts(sql: Sql, line: number, conversations: readonly Conversation[]): Promise<void> {
  const people = new Map(conversations.flatMap(({ participants }) => participants.map((one) => [one.handle, one.name])))
  people.delete('')
  if (people.size === 0) return
  const handles = [...people.keys()].sort()
  await sql.query(
    `INSERT INTO contact (line, handle, name, key) SELECT $1, * FROM unnest($2::text[], $3::text[], $4::text[])
      ON CONFLICT (line, handle) DO UPDATE SET name = excluded.name WHERE contact.name <> excluded.name`,
    [line, handles, handles.map((handle) => people.get(handle)), handles.map(handleLookupKey)],
  )
}
