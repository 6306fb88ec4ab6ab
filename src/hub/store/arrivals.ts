/**
 * Keeps the arrivals for the plugins of a hub, written in the transaction that stores them, so that nothing is missing
 * here that NATS loses. The entries of each partition are numbered without gaps by the one process that writes it, so
 * that a number tells how far they were read.
 */
import type { ArrivalPosition } from '../../domain/arrival-position.ts'
import type { Sql } from './database.ts'
import { hubGuid } from './ids.ts'

/** The arrivals of one line in their order, under the ids of the hub. */
export interface Arrivals {
  line: number
  events: object[]
}

export interface ArrivalEntry extends Arrivals {
  part: number
  seq: number
  token: string
}

/** The types of events that plugins are told of. Your own messages are among them because of notes to yourself. */
const relayed: readonly unknown[] = [
  'new_message',
  'message_sent',
  'message_edited',
  'message_unsent',
  'tapback_added',
  'tapback_removed',
]

/** The channel of PostgreSQL on which new arrivals are announced. */
export const arrivalChannel = 'hub_arrival'

const keptMs = 7 * 86_400_000

/** Records the arrivals of a partition. Only one process writes to each partition. */
export async function noteArrivals(sql: Sql, part: number, told: readonly Arrivals[], nowMs: number): Promise<void> {
  const arrived = told
    .map(({ line, events }) => ({
      line,
      events: events.filter((one) => relayed.includes((one as { type?: unknown }).type)),
    }))
    .filter(({ events }) => events.length > 0)
  if (arrived.length === 0) return
  await sql.query(
    `INSERT INTO arrival (part, seq, line, events, at_ms)
      SELECT $1, (SELECT coalesce(max(seq), 0) FROM arrival WHERE part = $1) + n, line, events, $3
        FROM jsonb_to_recordset($2::jsonb) AS told (n bigint, line int, events jsonb)`,
    [part, JSON.stringify(arrived.map((one, n) => ({ n: n + 1, ...one }))), nowMs],
  )
  await sql.query(`SELECT pg_notify('${arrivalChannel}', '')`)
}

/** Returns the arrivals of messages that came to a Mac while it lost their events. */
export const missedArrivals = (line: number, missed: readonly { rowid: number; chatGuid: string }[]): Arrivals => ({
  line,
  events: missed.map(({ rowid, chatGuid }) => ({ type: 'new_message', chat_guid: hubGuid(line, chatGuid), rowid })),
})

/** Returns the oldest entries after a position, partition by partition, at most `limit` of each. */
export async function arrivalsAfter(sql: Sql, position: ArrivalPosition, limit: number): Promise<ArrivalEntry[]> {
  const pages: ArrivalEntry[][] = []
  for (const part of await partsOf(sql))
    pages.push(
      await sql.query<ArrivalEntry & Record<string, unknown>>(
        'SELECT part, seq, token, line, events FROM arrival WHERE part = $1 AND seq > $2 ORDER BY seq LIMIT $3',
        [part, position[part]?.seq ?? 0, limit],
      ),
    )
  return pages.flat()
}

/** Returns the position after the last entry of each partition. */
export async function endOfArrivals(sql: Sql): Promise<ArrivalPosition> {
  const rows = await sql.query<{ part: number; seq: number; token: string }>(
    'SELECT DISTINCT ON (part) part, seq, token FROM arrival ORDER BY part, seq DESC',
  )
  return Object.fromEntries(rows.map(({ part, seq, token }) => [part, { seq, token }]))
}

/**
 * Returns the position to go on from: in each partition the latest of these positions that still exists here. If none
 * does, because PostgreSQL was set back, it is the oldest entry that is kept: messages that were relayed before are
 * recognised.
 */
export async function resumeArrivals(sql: Sql, positions: readonly ArrivalPosition[]): Promise<ArrivalPosition> {
  const resumed: Record<string, { seq: number; token: string }> = {}
  for (const part of await partsOf(sql)) {
    const places = positions.flatMap((position) => position[part] ?? []).sort((one, other) => other.seq - one.seq)
    const [first] = await sql.query<{ seq: number | null }>('SELECT min(seq) AS seq FROM arrival WHERE part = $1', [
      part,
    ])
    const oldest = first?.seq ?? null
    for (const place of places) {
      const isForgotten = oldest !== null && place.seq < oldest
      const [same] = await sql.query('SELECT 1 FROM arrival WHERE part = $1 AND seq = $2 AND token = $3', [
        part,
        place.seq,
        place.token,
      ])
      if (!isForgotten && same === undefined) continue
      resumed[part] = place
      break
    }
  }
  return resumed
}

/** Returns the position that a relay reported last, and the journal that holds it; undefined before the first relay. */
export async function toldPosition(sql: Sql): Promise<{ journal: string; position: ArrivalPosition } | undefined> {
  const [row] = await sql.query<{ journal: string; position: ArrivalPosition }>('SELECT journal, position FROM relay')
  return row
}

/**
 * Reports the position from which a relay goes on if its journal is lost or lies elsewhere. It is never ahead of the
 * journal.
 */
export const tellPosition = (sql: Sql, journal: string, position: ArrivalPosition, nowMs: number): Promise<unknown> =>
  sql.query(
    `INSERT INTO relay (journal, position, at_ms) VALUES ($1, $2, $3)
      ON CONFLICT (is_only) DO UPDATE SET journal = excluded.journal, position = excluded.position, at_ms = excluded.at_ms`,
    [journal, JSON.stringify(position), nowMs],
  )

/** Deletes old entries except the last, since the numbers go on from it. */
export const forgetOldArrivals = (sql: Sql, part: number, nowMs: number): Promise<unknown> =>
  sql.query(
    'DELETE FROM arrival WHERE part = $1 AND at_ms < $2 AND seq < (SELECT max(seq) FROM arrival WHERE part = $1)',
    [part, nowMs - keptMs],
  )

async function partsOf(sql: Sql): Promise<number[]> {
  const rows = await sql.query<{ part: number }>('SELECT DISTINCT part FROM mac ORDER BY part')
  return rows.map(({ part }) => part)
}
