/**
 * Keeps tapbacks as rows of their own, in the order in which they were added and removed: a message itself shows only
 * the current ones.
 */
import type { Message } from '../../contract/message.ts'
import type { Sql } from './database.ts'
import { hubGuid } from './ids.ts'
import type { PackedMessage } from './packed-message.ts'

interface Changed {
  line: number
  guid: string
  more: PackedMessage
}

interface Known {
  line: number
  message: string
  giver: string
  part: number
  emoji: string | null
  is_removed: boolean
}

type Detail = Message['tapback_details'][number]

/** Selects the last tapback of each person on each part of these messages. */
const lastOf = `SELECT DISTINCT ON (line, message, giver, part) line, message, giver, part, emoji, is_removed FROM tapback
  WHERE (line, message) IN (SELECT * FROM unnest($1::int[], $2::text[])) ORDER BY line, message, giver, part, number DESC`

/** Stores changes of the tapbacks on messages. */
export async function noteTapbacks(sql: Sql, messages: readonly Changed[]): Promise<void> {
  if (messages.length === 0) return
  const named = [messages.map(({ line }) => line), messages.map(({ guid }) => guid)]
  const before = Map.groupBy(await sql.query<Known & Record<string, unknown>>(lastOf, named), ({ line, message }) =>
    hubGuid(line, message),
  )
  const changes = messages.flatMap(({ line, guid, more }) =>
    changesOf(before.get(hubGuid(line, guid)) ?? [], more.tapback_details ?? []).map((one) => ({
      ...one,
      line,
      message: guid,
    })),
  )
  if (changes.length === 0) return
  await sql.query(
    `INSERT INTO tapback (line, message, giver, part, emoji, at_ms, is_removed)
      SELECT line, message, giver, part, emoji, coalesce(at_ms, extract(epoch FROM now()) * 1000), is_removed
      FROM jsonb_to_recordset($1::jsonb) AS told (line int, message text, giver text, part int, emoji text, at_ms bigint, is_removed boolean)`,
    [JSON.stringify(changes)],
  )
}

function changesOf(before: readonly Known[], now: readonly Detail[]) {
  const holding = new Map(before.filter(({ is_removed }) => !is_removed).map((one) => [keyOf(one), one]))
  const shown = now.map(({ handle, part, emoji, ts }) => ({
    giver: handle ?? '',
    part: part ?? wholeMessage,
    emoji,
    at_ms: Date.parse(ts),
  }))
  const keys = new Set(shown.map(keyOf))
  const added = shown.filter((one) => holding.get(keyOf(one))?.emoji !== one.emoji)
  const removed = [...holding].filter(([key]) => !keys.has(key))
  return [
    ...removed.map(([, { giver, part, emoji }]) => ({ giver, part, emoji, at_ms: null, is_removed: true })),
    ...added.map((one) => ({ ...one, is_removed: false })),
  ]
}

const wholeMessage = -1
const keyOf = ({ giver, part }: Pick<Known, 'giver' | 'part'>): string => `${part} ${giver}`

/** Deletes the tapbacks on messages that are gone. */
export async function forgetTapbacks(sql: Sql, line: number, guids: readonly string[]): Promise<void> {
  if (guids.length > 0) await sql.query('DELETE FROM tapback WHERE line = $1 AND message = ANY($2)', [line, guids])
}
