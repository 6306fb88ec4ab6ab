/** Conversations whose messages were lately not relayed because of who they are from. */
import type { DatabaseSync } from 'node:sqlite'
import type { RowId } from '../../contract/ids.ts'

export interface SkippedConversation {
  /** Of its newest such message. */
  rowid: RowId
  outcome: 'out_of_scope' | 'junk'
  count: number
}

/** The whole inbox would take long to read; who wrote before these wrote long ago. */
const lookedAt = 20_000

// `max` names the row that the other columns come from.
const sql = `SELECT src_rowid, outcome, count(*) AS count, max(sent_at_ms) AS newest FROM inbox
  WHERE ROWID > (SELECT max(ROWID) FROM inbox) - ${lookedAt} AND outcome IN ('out_of_scope', 'junk') AND conversation IS NOT NULL
  GROUP BY conversation ORDER BY newest DESC LIMIT ?`

/** The newest first. */
export const skippedSenders = (db: DatabaseSync, limit: number): SkippedConversation[] =>
  db
    .prepare(sql)
    .all(limit)
    .map(({ src_rowid, outcome, count }) => ({
      rowid: src_rowid as RowId,
      outcome: outcome as SkippedConversation['outcome'],
      count: Number(count),
    }))
