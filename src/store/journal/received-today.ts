/** Counts the messages that came in today and the deliveries that were dropped, by what became of them. */
import type { DatabaseSync } from 'node:sqlite'
import { quarterMs } from './traffic-history.ts'

/** Messages of today by their outcome: `relayed`, `out_of_scope`, … */
export type ReceivedToday = ReadonlyMap<string, number>

const sql = {
  received: 'SELECT outcome, sum(n) AS n FROM message_traffic WHERE quarter >= ? GROUP BY outcome',
  dropped: `SELECT outcome, sum(n) AS n FROM delivery_traffic WHERE quarter >= ? AND outcome IN ('filter', 'skipped')
    GROUP BY outcome`,
}

export const receivedToday = (db: DatabaseSync, dayStartMs: number): Map<string, number> =>
  byOutcome(db, sql.received, dayStartMs)

/** Counts the deliveries of today that a filter dropped on the way to a plugin, and those that were skipped by hand. */
export const droppedToday = (db: DatabaseSync, dayStartMs: number): Map<string, number> =>
  byOutcome(db, sql.dropped, dayStartMs)

const byOutcome = (db: DatabaseSync, text: string, fromMs: number): Map<string, number> =>
  new Map(
    db
      .prepare(text)
      .all(fromMs / quarterMs)
      .map(({ outcome, n }) => [String(outcome), Number(n)]),
  )
