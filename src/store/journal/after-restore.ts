/**
 * Cleans up the journal of a restored backup: deliveries that were pending in it and are too old by now are skipped, and
 * it gets another id.
 */
import type { DatabaseSync } from 'node:sqlite'
import { inTransaction } from '../transaction.ts'
import { renewJournalId } from './journal-id.ts'

const sql = {
  deliveries: `UPDATE delivery SET state = 'skipped', settled_at_ms = :nowMs, last_error = 'too old after a restore'
    WHERE state = 'pending' AND guid IN (SELECT guid FROM inbox WHERE sent_at_ms < :beforeMs)`,
  answers: `UPDATE rule_firing SET state = 'expired', reason = 'restored from a backup', request = NULL, settled_at_ms = :nowMs
    WHERE action = 'auto_reply' AND state IN ('pending', 'claimed')`,
}

/**
 * Expires the pending replies of rules as well, since they may have been sent after the backup was made. Returns how
 * many deliveries were given up.
 */
export const letGoAfterRestore = (db: DatabaseSync, { nowMs, beforeMs }: { nowMs: number; beforeMs: number }): number =>
  inTransaction(db, () => {
    renewJournalId(db)
    db.prepare(sql.answers).run({ nowMs })
    return Number(db.prepare(sql.deliveries).run({ nowMs, beforeMs }).changes)
  })
