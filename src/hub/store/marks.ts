/**
 * Keeps the marks of people on a hub: how far a conversation was read, which conversations are archived and which
 * messages are starred. The Mac's own marks stay its own. A Mac is told only what was read, and the lower count of
 * unread messages wins.
 */
import { mostStarred } from '../../contract/limits.ts'
import type { Sql } from './database.ts'

/**
 * A message may be this much older than the archiving of its conversation, since its Mac or its sender may have been
 * offline.
 */
const mostDelayMs = 24 * 3_600_000

/** Continues a statement whose `marked` has changed conversations or messages, so that the feed is told soon. */
const told = (
  event: string,
) => `, told AS (INSERT INTO news (line, event) SELECT line, ${event} FROM marked RETURNING id)
  SELECT pg_notify('hub_send', '') FROM told`

interface Read {
  conversation: number
  message: { rowid: number; guid: string; sentAtMs: number }
  nowMs: number
}

/**
 * Moves the mark of a conversation forward, never back, and creates orders for Macs that count messages as unread. Such
 * an order replaces one for an earlier message of the same conversation.
 */
export async function noteRead(sql: Sql, { conversation, message, nowMs }: Read): Promise<void> {
  await sql.query(
    `WITH marked AS (
      UPDATE conversation SET read_ms = $2, read_rowid = $3
        WHERE id = $1 AND (read_ms IS NULL OR (read_ms, read_rowid) < ($2::bigint, $3::bigint)) RETURNING line, more)
    INSERT INTO read_order (mac, conversation, message, sent_ms, asked_at_ms)
      SELECT mac.name, $1, $4, $2, $5 FROM marked JOIN mac ON mac.line = marked.line
        WHERE mac.nkey IS NOT NULL AND mac.revoked_ms IS NULL AND (marked.more->>'unread_count')::bigint > 0
    ON CONFLICT (mac, conversation) DO UPDATE SET message = excluded.message, sent_ms = excluded.sent_ms,
      asked_at_ms = excluded.asked_at_ms, tried_at_ms = NULL`,
    [conversation, message.sentAtMs, message.rowid, message.guid, nowMs],
  )
}

export interface ReadOrder {
  mac: string
  conversation: number
  message: string
}

interface Due {
  nowMs: number
  /** Includes only Macs that were seen within this time. */
  seenWithinMs: number
  /** Leaves out orders that were tried within this time. */
  againMs: number
  /** Drops orders that could not be delivered within this time. */
  keptMs: number
}

/** Returns the orders for Macs that are connected, and records that they are tried now. */
export async function readOrdersDue(sql: Sql, { nowMs, seenWithinMs, againMs, keptMs }: Due): Promise<ReadOrder[]> {
  await sql.query(
    `DELETE FROM read_order USING mac WHERE mac.name = read_order.mac AND (asked_at_ms < $1 OR mac.revoked_ms IS NOT NULL)`,
    [nowMs - keptMs],
  )
  return sql.query<ReadOrder & Record<string, unknown>>(
    `UPDATE read_order SET tried_at_ms = $1 FROM (
      SELECT o.mac, o.conversation FROM read_order o JOIN mac ON mac.name = o.mac
        WHERE mac.seen_ms > $2 AND (o.tried_at_ms IS NULL OR o.tried_at_ms < $3)
        ORDER BY o.asked_at_ms LIMIT 100 FOR UPDATE OF o SKIP LOCKED) due
      WHERE read_order.mac = due.mac AND read_order.conversation = due.conversation
      RETURNING read_order.mac, read_order.conversation, read_order.message`,
    [nowMs, nowMs - seenWithinMs, nowMs - againMs],
  )
}

/** Deletes an order, unless a later message was read meanwhile. */
export const endReadOrder = (sql: Sql, { mac, conversation, message }: ReadOrder): Promise<unknown> =>
  sql.query('DELETE FROM read_order WHERE mac = $1 AND conversation = $2 AND message = $3', [
    mac,
    conversation,
    message,
  ])

const archivedEvent = (archived: boolean) =>
  `jsonb_build_object('type', 'conversation_archived', 'chat_guid', line || '~' || guid, 'archived', ${archived})`

/** Archives a conversation. One that is archived already stays unchanged. */
export const archive = (sql: Sql, conversation: number, nowMs: number): Promise<unknown> =>
  sql.query(
    `WITH marked AS (
      UPDATE conversation SET archived_at_ms = $2, archived_newest_ms = last_ms
        WHERE id = $1 AND archived_at_ms IS NULL RETURNING line, guid)${told(archivedEvent(true))}`,
    [conversation, nowMs],
  )

export const unarchive = (sql: Sql, conversation: number): Promise<unknown> =>
  sql.query(
    `WITH marked AS (
      UPDATE conversation SET archived_at_ms = NULL, archived_newest_ms = NULL
        WHERE id = $1 AND archived_at_ms IS NOT NULL RETURNING line, guid)${told(archivedEvent(false))}`,
    [conversation],
  )

/** A message that is new to the hub. */
interface NewMessage {
  conversation: number
  sent_ms: number
}

/**
 * Unarchives conversations that got a message since they were archived, a newer one or one that was delayed on its way.
 * With `isLive` false, messages come from the past of a Mac, and only newer ones count.
 */
export async function bringBack(sql: Sql, messages: readonly NewMessage[], isLive: boolean): Promise<void> {
  if (messages.length === 0) return
  const came = new Map<number, number>()
  for (const { conversation, sent_ms } of messages)
    came.set(conversation, Math.max(sent_ms, came.get(conversation) ?? sent_ms))
  await sql.query(
    `UPDATE conversation c SET archived_at_ms = NULL, archived_newest_ms = NULL
      FROM unnest($1::bigint[], $2::bigint[]) AS came (id, sent_ms)
      WHERE c.id = came.id AND c.archived_at_ms IS NOT NULL
        AND (came.sent_ms > c.archived_newest_ms OR ($3 AND came.sent_ms > c.archived_at_ms - ${mostDelayMs}))`,
    [[...came.keys()], [...came.values()], isLive],
  )
}

/**
 * Merges the marks of conversations that become one: it is read as far as any of them was, and archived only if all
 * were.
 */
export const joinMarks = (sql: Sql, into: number, others: readonly number[]): Promise<unknown> =>
  sql.query(
    `UPDATE conversation c SET read_ms = last.read_ms, read_rowid = last.read_rowid,
        archived_at_ms = joint.at_ms, archived_newest_ms = joint.newest_ms
      FROM (SELECT CASE WHEN bool_and(archived_at_ms IS NOT NULL) THEN max(archived_at_ms) END AS at_ms,
          CASE WHEN bool_and(archived_at_ms IS NOT NULL) THEN max(archived_newest_ms) END AS newest_ms
        FROM conversation WHERE id = $1 OR id = ANY($2)) joint,
        (SELECT read_ms, read_rowid FROM conversation WHERE id = $1 OR id = ANY($2)
          ORDER BY read_ms DESC NULLS LAST, read_rowid DESC LIMIT 1) last
      WHERE c.id = $1`,
    [into, others],
  )

/** Copies the marks to a part of a conversation that becomes one of its own. */
export const copyMarks = (sql: Sql, from: number, to: number): Promise<unknown> =>
  sql.query(
    `UPDATE conversation c SET read_ms = f.read_ms, read_rowid = f.read_rowid, archived_at_ms = f.archived_at_ms,
        archived_newest_ms = f.archived_newest_ms
      FROM conversation f WHERE c.id = $2 AND f.id = $1`,
    [from, to],
  )

/** A message under the names that the feed uses. */
export interface Starred {
  line: number
  guid: string
  rowid: number
  conversation_guid: string
}

const starredEvent = (starred: boolean) =>
  `jsonb_build_object('type', 'message_starred', 'chat_guid', $3::text, 'rowid', $4::bigint, 'starred', ${starred})`

const namesOf = ({ line, guid, rowid, conversation_guid }: Starred) => [line, guid, conversation_guid, rowid]

/**
 * Stars a message, and returns when it was starred; undefined if the most stars are reached. An existing star stays
 * unchanged.
 */
export async function star(sql: Sql, message: Starred, nowMs: number): Promise<number | undefined> {
  await sql.query(
    `WITH marked AS (
      INSERT INTO star (line, guid, starred_at_ms) SELECT $1::int, $2::text, $5::bigint
        WHERE (SELECT count(*) FROM star) < ${mostStarred}
        ON CONFLICT (line, guid) DO NOTHING RETURNING line)${told(starredEvent(true))}`,
    [...namesOf(message), nowMs],
  )
  const [row] = await sql.query<{ starred_at_ms: number }>(
    'SELECT starred_at_ms FROM star WHERE line = $1 AND guid = $2',
    [message.line, message.guid],
  )
  return row?.starred_at_ms
}

export const unstar = (sql: Sql, message: Starred): Promise<unknown> =>
  sql.query(
    `WITH marked AS (DELETE FROM star WHERE line = $1 AND guid = $2 RETURNING line)${told(starredEvent(false))}`,
    namesOf(message),
  )

export interface News {
  id: number
  line: number
  event: object
}

/** Returns the events that the feed has not told, oldest first. */
export const untoldNews = (sql: Sql, part: number): Promise<News[]> =>
  sql.query(
    `SELECT id, line, event FROM news WHERE line IN (SELECT line FROM mac WHERE part = $1) ORDER BY id LIMIT 500`,
    [part],
  )

export const forgetNews = (sql: Sql, ids: readonly number[]): Promise<unknown> =>
  sql.query('DELETE FROM news WHERE id = ANY($1)', [ids])
