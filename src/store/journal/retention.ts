/**
 * Decides how long the journal keeps each kind of entry, so that it stays small for years. It removes in slices, so
 * that nobody waits for it.
 */
import type { DatabaseSync } from 'node:sqlite'

const dayMs = 24 * 3_600_000

/** Each statement removes one slice of what is too old or too numerous, and is repeated until nothing is left. */
const slice = 500
const keptEvents = 100_000

const rules: readonly { ageMs: number; sql: string }[] = [
  {
    ageMs: 7 * dayMs,
    sql: `DELETE FROM event WHERE id IN (SELECT id FROM event WHERE at_ms < ? ORDER BY id LIMIT ${slice})`,
  },
  {
    // A message's text is removed once every delivery of it is settled; that it was ingested is remembered longer.
    ageMs: 7 * dayMs,
    sql: `UPDATE inbox SET payload = NULL WHERE guid IN (
      SELECT i.guid FROM inbox i WHERE i.accepted_at_ms < ? AND i.payload IS NOT NULL
      AND NOT EXISTS (SELECT 1 FROM delivery d WHERE d.guid = i.guid AND d.state IN ('pending', 'dead')) LIMIT ${slice})`,
  },
  {
    ageMs: 35 * dayMs,
    sql: `DELETE FROM inbox WHERE guid IN (SELECT i.guid FROM inbox i WHERE i.accepted_at_ms < ?
      AND NOT EXISTS (SELECT 1 FROM delivery d WHERE d.guid = i.guid AND d.state IN ('pending', 'dead')) LIMIT ${slice})`,
  },
  {
    ageMs: 8 * dayMs,
    sql: `DELETE FROM seen WHERE src_rowid IN (SELECT src_rowid FROM seen WHERE sent_at_ms < ? LIMIT ${slice})`,
  },
  {
    ageMs: 35 * dayMs,
    sql: `DELETE FROM rule_firing WHERE id IN (
      SELECT id FROM rule_firing WHERE fired_at_ms < ? AND state <> 'pending' LIMIT ${slice})`,
  },
]
const surplusEvents = `DELETE FROM event WHERE id IN (
  SELECT id FROM event WHERE id <= (SELECT max(id) FROM event) - ${keptEvents} ORDER BY id LIMIT ${slice})`

/** Removes a slice of everything that is due, and returns whether more is left. */
export function pruneJournal(db: DatabaseSync, nowMs: number): boolean {
  const removed = rules.map(({ ageMs, sql }) => db.prepare(sql).run(nowMs - ageMs).changes)
  removed.push(db.prepare(surplusEvents).run().changes)
  return removed.some((changes) => changes === slice)
}

/** How long deliveries are kept, and how many. */
const retention = { ackedMs: 7 * dayMs, acked: 50_000, deadMs: 30 * dayMs, unwantedMs: dayMs }
/** The limit keeps one sweep from holding up the relay. */
const sweepLimit = 5_000

/** Removes deliveries, which the plugin host does. */
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
