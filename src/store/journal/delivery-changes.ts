/** Retries or skips deliveries from a process other than the bridge. */
import type { DatabaseSync } from 'node:sqlite'
import { changeJournal } from './change-journal.ts'

export interface DeliveryChanges {
  /** Makes the bridge try a waiting or failed delivery at once. Returns whether there was such a delivery. */
  retry(id: string): boolean
  /** Makes the bridge try every waiting delivery of a plugin at once, and returns how many there are. */
  retryAll(integration: string): number
  /** Drops a waiting or failed delivery. Returns whether there was such a delivery. */
  skip(id: string): boolean
}

const sql = {
  // The attempts stay, since a repeat has to be recognisable as one.
  retry: `UPDATE delivery SET state = 'pending', crashes = 0, next_at_ms = 0, settled_at_ms = NULL
    WHERE id = ? AND state IN ('pending', 'dead')`,
  retryAll: "UPDATE delivery SET next_at_ms = 0 WHERE integration = ? AND state = 'pending'",
  skip: `UPDATE delivery SET state = 'skipped', settled_at_ms = ?, last_error = 'skipped by hand'
    WHERE id = ? AND state IN ('pending', 'dead')`,
}

export function deliveryChanges(journalFile: string, nowMs: () => number = Date.now): DeliveryChanges {
  const change = (run: (db: DatabaseSync) => number | bigint): number =>
    changeJournal(journalFile, (db) => Number(run(db)))
  return {
    retry: (id) => change((db) => db.prepare(sql.retry).run(id).changes) > 0,
    retryAll: (integration) => change((db) => db.prepare(sql.retryAll).run(integration).changes),
    skip: (id) => change((db) => db.prepare(sql.skip).run(nowMs(), id).changes) > 0,
  }
}
