/** Reads the received messages of all lines of a hub in the form that rules judge. */
import type { Category } from '../../contract/categories.ts'
import { groupTitle } from '../../domain/history/group-title.ts'
import type { TriedMessage } from '../../domain/rules/trial.ts'
import type { Sql } from '../store/database.ts'
import { hubGuid, lineOfRowid } from '../store/ids.ts'
import type { PackedMessage } from '../store/packed-message.ts'

interface PastRow {
  rowid: number
  line: number
  line_name: string
  conversation: number
  sent_ms: number
  more: PackedMessage
  guid: string
  is_group: boolean
  handle: string
  name: string
  category: Category | null
  members: string[]
}

/** A message with the properties that decide whether it goes to plugins. */
export interface PastMessageOfHub extends TriedMessage {
  /** The address or identifier of its conversation. */
  chatHandle: string
}

const pageSize = 200

const columns = `m.rowid, m.line, l.name AS line_name, m.conversation, m.sent_ms, m.more, c.guid, c.is_group, c.handle,
    coalesce(c.more->>'display_name', '') AS name, c.more->>'category' AS category,
    ARRAY(SELECT p->>'name' FROM jsonb_array_elements(c.more->'participants') AS p) AS members`
const received = `JOIN conversation c ON c.id = m.conversation JOIN line l ON l.id = m.line
  WHERE NOT m.is_gone AND c.more IS NOT NULL AND (m.more->>'is_from_me') IS DISTINCT FROM 'true'
    AND coalesce(m.more->>'kind', 'text') <> 'system' AND (m.more->>'unsent') IS DISTINCT FROM 'true'`

/** Every message has search words, and only their table is sorted by time over all lines. */
const page = `SELECT ${columns} FROM said s
    JOIN message m ON m.line = (s.rowid >> 40)::int AND m.rowid = s.rowid ${received}
      AND (s.sent_ms, s.rowid) > ($1::bigint, $2::bigint)
  ORDER BY s.sent_ms, s.rowid LIMIT ${pageSize}`

/** Returns messages since a time in Unix milliseconds, oldest first. */
export async function* receivedSince(sql: Sql, sinceMs: number): AsyncGenerator<PastMessageOfHub, void, void> {
  let [sentMs, rowid] = [sinceMs, -1]
  for (;;) {
    const rows = await sql.query<PastRow>(page, [sentMs, rowid])
    yield* rows.map(asTried)
    const last = rows.at(-1)
    if (last === undefined || rows.length < pageSize) return
    sentMs = last.sent_ms
    rowid = last.rowid
  }
}

/** Returns undefined for a message that is gone. */
export async function receivedMessage(sql: Sql, rowid: number): Promise<PastMessageOfHub | undefined> {
  const [row] = await sql.query<PastRow>(
    `SELECT ${columns} FROM message m ${received} AND m.line = $1 AND m.rowid = $2`,
    [lineOfRowid(rowid), rowid],
  )
  return row && asTried(row)
}

function asTried({ line, more, ...row }: PastRow): PastMessageOfHub {
  const { text = '', handle = '', sender = '' } = more
  const guid = hubGuid(line, row.guid)
  return {
    rowid: row.rowid,
    conversation: String(row.conversation),
    conversation_guid: guid,
    conversation_name: row.name,
    chatGuid: guid,
    chatHandle: row.handle,
    isGroup: row.is_group,
    groupName: groupNameOf(row),
    category: row.category ?? 'known',
    line: row.line_name,
    handle,
    sender: sender === '' ? handle : sender,
    text: text === '' ? null : text,
    sentAtMs: row.sent_ms,
  }
}

/** Returns the name of a group as Macs show it, which is that of its members if it has none. */
const groupNameOf = ({ is_group, name, members }: Pick<PastRow, 'is_group' | 'name' | 'members'>): string | null =>
  is_group && name !== groupTitle(members) ? name : null
