/** Finds conversations whose recent messages were not relayed because of their sender. */
import type { DatabaseSync } from 'node:sqlite'
import { limitTo } from '../../base/sql-parameter.ts'
import type { RowId } from '../../contract/ids.ts'

export interface SkippedConversation {
  /** ROWID of the newest such message. */
  rowid: RowId
  outcome: 'out_of_scope' | 'junk'
  count: number
}

/** Limits the rows that are read, since reading the whole inbox would take long and older rows are from long ago. */
const lookedAt = 20_000

// `max` determines the row that the other columns come from.
const sql = `SELECT src_rowid, outcome, count(*) AS count, max(sent_at_ms) AS newest FROM inbox
  WHERE ROWID > (SELECT max(ROWID) FROM inbox) - ${lookedAt} AND outcome IN ('out_of_scope', 'junk') AND conversation IS NOT NULL
  GROUP BY conversation ORDER BY newest DESC ${limitTo('?')}`

/** Returns the newest first. */
export const skippedSenders = (db: DatabaseSync, limit: number): SkippedConversation[] =>
  db
    .prepare(sql)
    .all(limit)
    .map(({ src_rowid, outcome, count }) => ({
      rowid: src_rowid as RowId,
      outcome: outcome as SkippedConversation['outcome'],
      count: Number(count),
    }))
