/** Reads how often each rule has fired, and when it last did. */
import type { DatabaseSync } from 'node:sqlite'

export interface RuleCount {
  firedCount: number
  /** Unix milliseconds. */
  lastFiredAtMs: number
}

const sql = 'SELECT rule, fired_count, last_fired_at_ms FROM rule_count'

/** Counts by the id of the rule; a rule that never fired is left out. */
export const ruleCounts = (db: DatabaseSync): Map<string, RuleCount> =>
  new Map(
    db
      .prepare(sql)
      .all()
      .map(({ rule, fired_count, last_fired_at_ms }) => [
        String(rule),
        { firedCount: Number(fired_count), lastFiredAtMs: Number(last_fired_at_ms) },
      ]),
  )
