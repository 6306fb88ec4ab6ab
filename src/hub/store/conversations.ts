/** Keeps conversations as their Macs show them, each once however many GUIDs a Mac has for it. */
import type { Conversation } from '../../contract/conversation.ts'
import type { Sql } from './database.ts'

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

const find = `SELECT id FROM conversation WHERE line = $1 AND (
    id IN (SELECT conversation FROM conversation_guid WHERE line = $1 AND guid = ANY($2))
    OR ($3 AND is_group AND handle = $4) OR (NOT $3 AND NOT is_group AND addresses && $5)) ORDER BY id`
const insert = `INSERT INTO conversation (line, guid, handle, is_group, addresses, last_ms, generation, version, more)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) RETURNING id`
const update = `UPDATE conversation SET guid = $2, handle = $3, is_group = $4, addresses = $5, last_ms = $6, generation = $7,
    version = $8, more = $9
  WHERE id = $1 AND (more IS NULL OR (generation, version) <= ($7::int, $8::bigint))`
const name = `INSERT INTO conversation_guid (line, guid, conversation) SELECT $1, unnest($2::text[]), $3
  ON CONFLICT (line, guid) DO UPDATE SET conversation = excluded.conversation`

/**
 * Notes what a Mac says of a conversation. Two that were known apart and have an address or a group in common become one.
 * Returns the ids of conversations whose messages moved.
 */
export async function noteConversation(sql: Sql, said: Said): Promise<number[]> {
  const { line, guids, generation, version, conversation } = said
  const { guid, handle, is_group, addresses, last_message_ts } = conversation
  const reachable = is_group ? [] : [...new Set([handle, ...addresses])]
  const all = [...new Set([guid, ...guids])]
  const found = await sql.query<{ id: number }>(find, [line, all, is_group, handle, reachable])
  const shown = [guid, handle, is_group, reachable, Date.parse(last_message_ts), generation, version, conversation]
  const [first, ...others] = found.map(({ id }) => id)
  const id = first ?? (await sql.query<{ id: number }>(insert, [line, ...shown]))[0]?.id ?? 0
  if (first !== undefined) await sql.query(update, [id, ...shown])
  if (others.length > 0) await merge(sql, id, others)
  await sql.query(name, [line, all, id])
  return others.length > 0 ? [id] : []
}

async function merge(sql: Sql, into: number, others: readonly number[]): Promise<void> {
  await sql.query('UPDATE message SET conversation = $1 WHERE conversation = ANY($2)', [into, others])
  await sql.query('UPDATE conversation_guid SET conversation = $1 WHERE conversation = ANY($2)', [into, others])
  await sql.query('DELETE FROM conversation WHERE id = ANY($1)', [others])
}

/** Finds conversations by GUIDs of their Mac; one that no Mac has described yet begins, and is listed once it is. */
export async function conversationsNamed(
  sql: Sql,
  line: number,
  named: ReadonlyMap<string, { name: string }>,
): Promise<Map<string, KnownConversation>> {
  const known = await knownAmong(sql, line, [...named.keys()])
  for (const guid of named.keys()) {
    if (known.has(guid)) continue
    const blank = [line, guid, guid, /;\+;/.test(guid), [], 0, 0, 0, null]
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
