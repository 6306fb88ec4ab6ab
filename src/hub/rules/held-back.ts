/** Finds the senders of recent messages that went to no plugin because of who sent them. */
import type { Category } from '../../contract/categories.ts'
import type { OutOfScope } from '../../domain/scope.ts'
import type { Sql } from '../store/database.ts'
import { hubGuid } from '../store/ids.ts'
import { outOfHubScope, type ScopeConfig } from './plugin-scope.ts'

const latelyMs = 7 * 86_400_000
/** The newest conversations, and the messages of each, that are read at most. */
const [mostConversations, mostMessages] = [500, 200]

const received = `SELECT c.line, c.guid, c.handle AS chat_handle, c.is_group, c.more->>'category' AS category, m.handle, m.sender, m.messages
  FROM (SELECT * FROM conversation WHERE more IS NOT NULL AND last_ms >= $1 ORDER BY last_ms DESC, id DESC LIMIT ${mostConversations}) c
  CROSS JOIN LATERAL (
    SELECT coalesce(n.more->>'handle', '') AS handle, max(n.more->>'sender') AS sender, count(*)::int AS messages
      FROM (SELECT more FROM message WHERE line = c.line AND conversation = c.id AND sent_ms >= $1 AND NOT is_gone
          AND (more->>'is_from_me') IS DISTINCT FROM 'true' AND coalesce(more->>'kind', 'text') <> 'system'
          ORDER BY sent_ms DESC LIMIT ${mostMessages}) n
      GROUP BY 1) m
  ORDER BY c.last_ms DESC, c.id DESC`

interface Received {
  line: number
  guid: string
  chat_handle: string
  is_group: boolean
  category: Category | null
  handle: string
  sender: string | null
  messages: number
}

export interface HeldBack {
  guid: string
  isGroup: boolean
  /** The address of the sender. */
  handle: string
  reason: Exclude<OutOfScope, 'from_me'>
  messages: number
}

/** Returns at most `limit` people and groups, newest first. */
export async function heldBackLately(
  sql: Sql,
  { config, limit, nowMs }: { config: ScopeConfig; limit: number; nowMs: number },
): Promise<HeldBack[]> {
  const rows = await sql.query<Received>(received, [nowMs - latelyMs])
  const found = rows.flatMap(({ line, guid, chat_handle, is_group, category, handle, sender, messages }) => {
    const conversation = { guid: hubGuid(line, guid), handle: chat_handle, is_group, category: category ?? 'known' }
    const message = { conversation, isFromMe: false, handle, sender: sender ?? handle }
    const reason = outOfHubScope(message, config)
    return reason === undefined || reason === 'from_me' ? [] : [{ conversation, handle, reason, messages }]
  })
  // A person is the same on every line, a group is not.
  const placeOf = ({ conversation: { is_group, guid }, handle }: (typeof found)[number]) => (is_group ? guid : handle)
  return [...Map.groupBy(found, placeOf).values()].slice(0, limit).flatMap((ofIt) => {
    const [first] = ofIt
    if (first === undefined) return []
    const messages = ofIt.reduce((sum, one) => sum + one.messages, 0)
    const { guid, is_group: isGroup } = first.conversation
    return [{ guid, isGroup, handle: first.handle, reason: first.reason, messages }]
  })
}
