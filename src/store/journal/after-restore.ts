/** The journal of a backup: what waited then and is old by now is nobody's news any more. */
import type { DatabaseSync } from 'node:sqlite'
import { inTransaction } from '../transaction.ts'

const sql = {
  deliveries: `UPDATE delivery SET state = 'skipped', settled_at_ms = :nowMs, last_error = 'too old after a restore'
    WHERE state = 'pending' AND guid IN (SELECT guid FROM inbox WHERE sent_at_ms < :beforeMs)`,
  answers: `UPDATE rule_firing SET state = 'expired', reason = 'restored from a backup', request = NULL, settled_at_ms = :nowMs
    WHERE action = 'auto_reply' AND state IN ('pending', 'claimed')`,
}

/** Answers of rules may have been sent since. Tells how many deliveries are given up. */
export const letGoAfterRestore = (db: DatabaseSync, { nowMs, beforeMs }: { nowMs: number; beforeMs: number }): number =>
  inTransaction(db, () => {
    db.prepare(sql.answers).run({ nowMs })
    return Number(db.prepare(sql.deliveries).run({ nowMs, beforeMs }).changes)
  })
