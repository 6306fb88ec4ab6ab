/**
 * Decides how long the journal keeps each kind of entry, so that it stays small for years. It removes in slices, so
 * that nobody waits for it.
 */
import type { DatabaseSync } from 'node:sqlite'
import { limitTo } from '../../base/sql-parameter.ts'
import { quarterMs } from './traffic-history.ts'

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
/** The time for which counts of what came in and was delivered are kept. */
const countedMs = 400 * dayMs
const counts = ['message_traffic', 'delivery_traffic'].map((table) => `DELETE FROM ${table} WHERE quarter < ?`)
const surplusEvents = `DELETE FROM event WHERE id IN (
  SELECT id FROM event WHERE id <= (SELECT max(id) FROM event) - ${keptEvents} ORDER BY id LIMIT ${slice})`

/** Removes a slice of everything that is due, and returns whether more is left. */
export function pruneJournal(db: DatabaseSync, nowMs: number): boolean {
  const removed = rules.map(({ ageMs, sql }) => db.prepare(sql).run(nowMs - ageMs).changes)
  for (const sql of counts) db.prepare(sql).run((nowMs - countedMs) / quarterMs)
  removed.push(db.prepare(surplusEvents).run().changes)
  return removed.some((changes) => changes === slice)
}

/** The age and number of deliveries that are kept. */
const retention = { settled: 1_000_000, deadDays: 30, unwantedMs: dayMs }
/** The limit keeps one sweep from holding up the relay. */
const sweepLimit = 5_000

/** Removes deliveries, which the plugin host does. */
export interface DeliveryRetention {
  /**
   * Skips deliveries that have been pending for more than a day for an integration that is no longer wanted. Returns
   * how many.
   */
  expire(wanted: readonly string[], nowMs: number): number
  /**
   * Deletes deliveries that were settled more than so many days ago, a bounded number in each call. What failed is kept
   * for at least a month.
   */
  prune(nowMs: number, keptDays: number): number
}

const sql = {
  expire: `UPDATE delivery SET state = 'skipped', settled_at_ms = ?, last_error = 'switched off for a day'
    WHERE state = 'pending' AND created_at_ms < ? AND integration NOT IN (SELECT value FROM json_each(?))`,
  // Begins with the oldest, so that the index leads to what is due and to nothing else.
  prune: `DELETE FROM delivery WHERE seq IN (
    SELECT seq FROM delivery WHERE settled_at_ms < ? AND (settled_at_ms < ? OR state <> 'dead')
      ORDER BY settled_at_ms ${limitTo('?')})`,
  settled: 'SELECT count(*) AS n FROM delivery WHERE settled_at_ms IS NOT NULL',
  oldest: `DELETE FROM delivery WHERE seq IN (
    SELECT seq FROM delivery WHERE settled_at_ms IS NOT NULL AND state <> 'dead' ORDER BY settled_at_ms ${limitTo('?')})`,
}

export function deliveryRetention(db: DatabaseSync): DeliveryRetention {
  const expire = db.prepare(sql.expire)
  const prune = db.prepare(sql.prune)
  const [settled, oldest] = [db.prepare(sql.settled), db.prepare(sql.oldest)]
  return {
    expire: (wanted, nowMs) => Number(expire.run(nowMs, nowMs - retention.unwantedMs, JSON.stringify(wanted)).changes),
    prune(nowMs, keptDays) {
      const deadBefore = nowMs - Math.max(keptDays, retention.deadDays) * dayMs
      const aged = Number(prune.run(nowMs - keptDays * dayMs, deadBefore, sweepLimit).changes)
      const surplus = Number(settled.get()?.n) - retention.settled
      return aged + (surplus > 0 ? Number(oldest.run(Math.min(surplus, sweepLimit)).changes) : 0)
    },
  }
}
