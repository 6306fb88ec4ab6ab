/** Reads conversations and messages of all lines as the API shows them. */
import type { Conversation } from '../../contract/conversation.ts'
import type { Message } from '../../contract/message.ts'
import type { PlacedMessage } from '../../contract/placed-message.ts'
import type { Sql } from './database.ts'
import { hubGuid, lineOfRowid, ofHubGuid } from './ids.ts'
import { type StoredConversation, type StoredMessage, shownConversation, shownMessage } from './shown.ts'

export interface ConversationsAsked {
  limit: number
  offset: number
  q?: string | undefined
  unread?: boolean | undefined
  archived?: boolean | undefined
}

const listed = `SELECT id, line, guid, more FROM conversation WHERE more IS NOT NULL
    AND ($3::text IS NULL OR more->>'display_name' ILIKE $3 OR handle ILIKE $3
      OR EXISTS (SELECT 1 FROM unnest(addresses) AS address WHERE address ILIKE $3))
    AND ($4::boolean IS NULL OR $4 = ((more->>'unread_count')::bigint > 0))
    AND ($5::boolean IS NULL OR $5 = coalesce((more->>'archived')::boolean, false))
  ORDER BY last_ms DESC, id DESC LIMIT $1 OFFSET $2`

export async function listConversations(
  sql: Sql,
  { limit, offset, q, unread = undefined, archived = undefined }: ConversationsAsked,
): Promise<Conversation[]> {
  const like = q === undefined || q.trim() === '' ? null : `%${q.trim().replace(/[\\%_]/g, '\\$&')}%`
  const rows = await sql.query<StoredConversation>(listed, [limit, offset, like, unread ?? null, archived ?? null])
  return rows.map(shownConversation)
}

const byGuid = `SELECT c.id, c.line, c.guid, c.more FROM conversation_guid g JOIN conversation c ON c.id = g.conversation
  WHERE g.line = $1 AND g.guid = $2 AND c.more IS NOT NULL`
const byId = 'SELECT id, line, guid, more FROM conversation WHERE id = $1 AND more IS NOT NULL'

/** Finds by any GUID of the conversation with its line before it, or by its number. */
async function storedConversation(sql: Sql, written: string): Promise<StoredConversation | undefined> {
  const named = ofHubGuid(written)
  if (named !== undefined) return (await sql.query<StoredConversation>(byGuid, [named.line, named.guid]))[0]
  return /^\d{1,15}$/.test(written) ? (await sql.query<StoredConversation>(byId, [Number(written)]))[0] : undefined
}

export async function findConversation(sql: Sql, written: string): Promise<Conversation | undefined> {
  const found = await storedConversation(sql, written)
  return found && shownConversation(found)
}

export interface Anchor {
  limit: number
  before_rowid?: number | undefined
  after_rowid?: number | undefined
  around_rowid?: number | undefined
  from_ts?: string | undefined
}

interface Place {
  sentMs: number
  rowid: number
}

const columns = 'line, guid, rowid, sent_ms, more'
const page = {
  before: `SELECT ${columns} FROM message WHERE conversation = $1 AND NOT is_gone AND (sent_ms, rowid) < ($2::bigint, $3::bigint)
    ORDER BY sent_ms DESC, rowid DESC LIMIT $4`,
  from: `SELECT ${columns} FROM message WHERE conversation = $1 AND NOT is_gone AND (sent_ms, rowid) >= ($2::bigint, $3::bigint)
    ORDER BY sent_ms, rowid LIMIT $4`,
}
const end: Place = { sentMs: Number.MAX_SAFE_INTEGER, rowid: Number.MAX_SAFE_INTEGER }

/** A page of a conversation, oldest first; undefined for an unknown conversation. */
export async function listMessages(sql: Sql, guid: string, anchor: Anchor): Promise<Message[] | undefined> {
  const conversation = await storedConversation(sql, guid)
  if (conversation === undefined) return undefined
  const { limit, before_rowid, after_rowid, around_rowid, from_ts } = anchor
  const ask = (kind: keyof typeof page, { sentMs, rowid }: Place, most: number) =>
    sql.query<StoredMessage>(page[kind], [conversation.id, sentMs, rowid, most])
  const earlier = async (place: Place, most: number) => (await ask('before', place, most)).reverse()
  const rows = async (): Promise<StoredMessage[]> => {
    if (from_ts !== undefined) return ask('from', { sentMs: Date.parse(from_ts), rowid: 0 }, limit)
    const anchored = before_rowid ?? after_rowid ?? around_rowid
    if (anchored === undefined) return earlier(end, limit)
    const place = await placeOf(sql, conversation.id, anchored)
    if (place === undefined) return []
    if (before_rowid !== undefined) return earlier(place, limit)
    if (after_rowid !== undefined) return ask('from', { ...place, rowid: place.rowid + 1 }, limit)
    const before = await earlier(place, Math.floor(limit / 2))
    return [...before, ...(await ask('from', place, limit - before.length))]
  }
  return (await rows()).map(shownMessage)
}

/** A message that is gone still has its place. */
async function placeOf(sql: Sql, conversation: number, rowid: number): Promise<Place | undefined> {
  const [row] = await sql.query<{ sent_ms: number }>(
    'SELECT sent_ms FROM message WHERE conversation = $1 AND rowid = $2',
    [conversation, rowid],
  )
  return row && { sentMs: row.sent_ms, rowid }
}

interface Placed extends StoredMessage {
  conversation_guid: string
  conversation_name: string
}

const placed = `SELECT m.line, m.guid, m.rowid, m.sent_ms, m.more, c.guid AS conversation_guid,
    c.more->>'display_name' AS conversation_name
  FROM message m JOIN conversation c ON c.id = m.conversation WHERE NOT m.is_gone AND c.more IS NOT NULL`

/** Messages with their conversations, by their numbers or GUIDs, in the order of their numbers. */
export async function placedMessages(
  sql: Sql,
  { rowids = [], guids = [] }: { rowids?: readonly number[]; guids?: readonly string[] },
): Promise<PlacedMessage[]> {
  const rows = await sql.query<Placed>(
    `${placed} AND ((m.line = ANY($1) AND m.rowid = ANY($2)) OR m.guid = ANY($3)) ORDER BY m.rowid`,
    [[...new Set(rowids.map(lineOfRowid))], rowids, guids],
  )
  return rows.map((row) => ({
    conversation_guid: hubGuid(row.line, row.conversation_guid),
    conversation_name: row.conversation_name,
    message: shownMessage(row),
  }))
}
