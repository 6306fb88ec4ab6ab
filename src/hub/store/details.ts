/** Reads details of a conversation beside its messages: counts, people, and other conversations of the same people. */
import type { Conversation } from '../../contract/conversation.ts'
import { handleLookupKey, sameHandle } from '../../domain/handles.ts'
import type { Sql } from './database.ts'
import { conversationsOf } from './history.ts'
import { conversationIn, type HubView, messageIn } from './view.ts'

export interface Tally {
  sent: number
  received: number
  first: { rowid: number; ts: string } | null
}

export async function tallyOf(sql: Sql, conversation: number, view: HubView): Promise<Tally> {
  const ofIt = `FROM message m WHERE conversation = $1 AND NOT is_gone${messageIn(view, 'm')}`
  const [counts] = await sql.query<{ sent: number; received: number }>(
    `SELECT count(*) FILTER (WHERE more->>'is_from_me' = 'true') AS sent,
      count(*) FILTER (WHERE (more->>'is_from_me') IS DISTINCT FROM 'true') AS received ${ofIt}
        AND (more->>'kind') IS DISTINCT FROM 'system'`,
    [conversation],
  )
  const [first] = await sql.query<{ rowid: number; sent_ms: number }>(
    `SELECT rowid, sent_ms ${ofIt} ORDER BY sent_ms, rowid LIMIT 1`,
    [conversation],
  )
  return {
    sent: counts?.sent ?? 0,
    received: counts?.received ?? 0,
    first: first === undefined ? null : { rowid: first.rowid, ts: new Date(first.sent_ms).toISOString() },
  }
}

interface With {
  line: number
  addresses: readonly string[]
  isGroup: boolean
}

const mostFound = 50

/** Finds the conversations of a line with these people, with each of them alone or in groups, newest first. */
export async function conversationsWith(
  sql: Sql,
  { line, addresses, isGroup }: With,
  view: HubView,
): Promise<Conversation[]> {
  const rows = await sql.query<{ id: number }>(
    `SELECT c.id FROM conversation c WHERE c.line = $1 AND c.more IS NOT NULL AND c.is_group = $3
      AND ${isGroup ? 'c.members' : 'c.addresses'} && $2::text[]${conversationIn(view, 'c')} ORDER BY c.last_ms DESC LIMIT ${mostFound}`,
    [line, addresses, isGroup],
  )
  const found = new Map(
    (
      await conversationsOf(
        sql,
        rows.map(({ id }) => id),
        view,
      )
    ).map((one) => [one.chat_rowid, one]),
  )
  const isIn = ({ participants }: Conversation) => participants.some(({ handle }) => addresses.includes(handle))
  return rows.flatMap(({ id }) => found.get(id) ?? []).filter((one) => !isGroup || isIn(one))
}

/** Lists the people whom the conversations of a view know by name, those of the newest conversations first. */
export function knownPeople(sql: Sql, view: HubView): Promise<{ handle: string; name: string }[]> {
  return sql.query(
    `SELECT t.handle, min(t.name) AS name, max(c.last_ms) AS last FROM contact t
      JOIN conversation c ON c.line = t.line AND (t.handle = ANY(c.addresses) OR t.handle = ANY(c.members))
      WHERE c.more IS NOT NULL AND t.name <> '' AND t.name <> t.handle${conversationIn(view, 'c')}
      GROUP BY t.handle ORDER BY max(c.last_ms) FILTER (WHERE NOT c.is_group) DESC NULLS LAST, min(t.name) LIMIT ${mostPeople}`,
  )
}

const mostPeople = 5_000

interface Sought {
  line: number
  handle: string
  /** Whether somebody who is only in a group of the view counts as part of it. */
  isMemberIn: boolean
}

/** Returns the address of somebody from a conversation of the view, as their line writes it. */
export async function personIn(
  sql: Sql,
  { line, handle, isMemberIn }: Sought,
  view: HubView,
): Promise<string | undefined> {
  const rows = await sql.query<{ is_group: boolean; addresses: string[]; members: string[] }>(
    `SELECT c.is_group, c.addresses, c.members FROM conversation c
      WHERE c.line = $1 AND c.keys && $2 AND c.more IS NOT NULL${conversationIn(view, 'c')}`,
    [line, [handleLookupKey(handle)]],
  )
  const all = rows.flatMap((one) => (one.is_group ? (isMemberIn ? one.members : []) : one.addresses))
  return all.find((address) => sameHandle(address, handle))
}
