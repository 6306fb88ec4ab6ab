/**
 * Keeps the reports of the readers of each partition: since when it is read without interruption, and when its reader
 * last reported; and when a relay last reported.
 */
import type { Sql } from './database.ts'

/** How often a reader of a partition, or a relay, reports. */
export const readerSaysMs = 5_000
/** A reader that has not reported for this long counts as gone. */
export const readerGoneMs = 20_000

export interface ReaderRow {
  part: number
  since_ms: number
  alive_ms: number
  /** Why nothing is stored, and since when; null if there is no trouble. */
  trouble: string | null
  trouble_ms: number | null
}

/** Records that a partition is being read; after an interruption, that it is read from now on. */
export const noteReader = (sql: Sql, part: number, nowMs: number): Promise<unknown> =>
  sql.query(
    `INSERT INTO reader AS r (part, since_ms, alive_ms) VALUES ($1, $2, $2)
      ON CONFLICT (part) DO UPDATE SET alive_ms = excluded.alive_ms,
        since_ms = CASE WHEN abs(excluded.alive_ms - r.alive_ms) > $3::bigint THEN excluded.since_ms ELSE r.since_ms END`,
    [part, nowMs, readerGoneMs],
  )

/**
 * Records why nothing of a partition is stored. This succeeds even on a full disk, since it changes a row within its
 * page.
 */
export const noteTrouble = (sql: Sql, part: number, { trouble, nowMs }: { trouble: string; nowMs: number }) =>
  sql.query('UPDATE reader SET trouble = $2, trouble_ms = coalesce(trouble_ms, $3) WHERE part = $1', [
    part,
    trouble,
    nowMs,
  ])

export const noteThatAllIsWell = (sql: Sql, part: number): Promise<unknown> =>
  sql.query('UPDATE reader SET trouble = NULL, trouble_ms = NULL WHERE part = $1', [part])

/** Returns the readers of the partitions that have Macs. The times of a partition that was never read are 0. */
export const readersOf = (sql: Sql): Promise<ReaderRow[]> =>
  sql.query<ReaderRow & Record<string, unknown>>(
    `SELECT p.part, coalesce(r.since_ms, 0) AS since_ms, coalesce(r.alive_ms, 0) AS alive_ms, trouble, trouble_ms
      FROM (SELECT DISTINCT part FROM mac WHERE revoked_ms IS NULL) p LEFT JOIN reader r ON r.part = p.part ORDER BY p.part`,
  )

/** Records that a relay works. It has reported its position before. */
export const noteRelay = (sql: Sql, nowMs: number): Promise<unknown> =>
  sql.query('UPDATE relay SET alive_ms = $1', [nowMs])

/** Returns when a relay last reported; null if none ever has. */
export async function relayAliveMs(sql: Sql): Promise<number | null> {
  const [row] = await sql.query<{ alive_ms: number | null }>('SELECT alive_ms FROM relay')
  return row?.alive_ms ?? null
}

export const isRelayAlive = (aliveMs: number | null, nowMs: number): boolean =>
  aliveMs !== null && nowMs - aliveMs < readerGoneMs
