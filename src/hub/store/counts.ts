/** Counts the messages of the hub, and those that are still to come from the past of its Macs. */
import type { Sql } from './database.ts'
import { type HubView, messageIn } from './view.ts'

/** Above this number the count of all messages is an estimate, since counting some millions takes a second. */
const mostCounted = 500_000

export async function countMessages(sql: Sql, view: HubView): Promise<number> {
  const [{ n = 0 } = {}] = await sql.query<{ n: number }>(
    `SELECT count(*) AS n FROM (SELECT 1 FROM message m WHERE NOT m.is_gone${messageIn(view, 'm')} LIMIT ${mostCounted}) counted`,
  )
  const isPart = messageIn(view, 'm') !== ''
  if (n < mostCounted || isPart) return n
  const [{ estimate = n } = {}] = await sql.query<{ estimate: number }>(
    `SELECT sum(greatest(reltuples, 0))::bigint AS estimate FROM pg_class JOIN pg_inherits ON inhrelid = oid
      WHERE inhparent = 'message'::regclass`,
  )
  return Math.max(n, estimate)
}

/** Returns the most rows that Macs may still send from their past; null if every Mac has sent all of it. */
export async function rowsToCome(sql: Sql, { lines }: Pick<HubView, 'lines'>): Promise<number | null> {
  const [row] = await sql.query<{ macs: number; rows: number }>(
    `SELECT count(*) AS macs, coalesce(sum(past_before), 0)::bigint AS rows FROM mac
      WHERE generation > 0 AND NOT past_done AND revoked_ms IS NULL AND ($1::int[] IS NULL OR line = ANY($1))`,
    [lines ?? null],
  )
  return row === undefined || row.macs === 0 ? null : row.rows
}
