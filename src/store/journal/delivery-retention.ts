/** Decides how long deliveries are kept. */
import type { DatabaseSync } from 'node:sqlite'

const dayMs = 86_400_000
const retention = { ackedMs: 7 * dayMs, acked: 50_000, deadMs: 30 * dayMs, unwantedMs: dayMs }
/** The limit keeps one sweep from holding up the relay. */
const sweepLimit = 5_000

export interface DeliveryRetention {
  /**
   * Skips deliveries that have been pending for more than a day for an integration that is no longer wanted. Returns
   * how many.
   */
  expire(wanted: readonly string[], nowMs: number): number
  /** Deletes deliveries that were settled long ago, a bounded number in each call. */
  prune(nowMs: number): number
}

const sql = {
  expire: `UPDATE delivery SET state = 'skipped', settled_at_ms = ?, last_error = 'switched off for a day'
    WHERE state = 'pending' AND created_at_ms < ? AND integration NOT IN (SELECT value FROM json_each(?))`,
  prune: `DELETE FROM delivery WHERE seq IN (
    SELECT seq FROM delivery WHERE settled_at_ms IS NOT NULL AND
      (settled_at_ms < :deadBefore OR (settled_at_ms < :ackedBefore AND state <> 'dead')) LIMIT :limit)`,
  // Selects the settled deliveries beyond the newest 50,000.
  surplus: `DELETE FROM delivery WHERE seq IN (
    SELECT seq FROM delivery WHERE settled_at_ms IS NOT NULL AND state <> 'dead'
      ORDER BY settled_at_ms DESC LIMIT :limit OFFSET :keep)`,
}

export function deliveryRetention(db: DatabaseSync): DeliveryRetention {
  const expire = db.prepare(sql.expire)
  const prune = db.prepare(sql.prune)
  const surplus = db.prepare(sql.surplus)
  return {
    expire: (wanted, nowMs) => Number(expire.run(nowMs, nowMs - retention.unwantedMs, JSON.stringify(wanted)).changes),
    prune(nowMs) {
      const aged = prune.run({
        deadBefore: nowMs - retention.deadMs,
        ackedBefore: nowMs - retention.ackedMs,
        limit: sweepLimit,
      })
      const tooMany = surplus.run({ keep: retention.acked, limit: sweepLimit })
      return Number(aged.changes) + Number(tooMany.changes)
    },
  }
}
