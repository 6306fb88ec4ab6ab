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
