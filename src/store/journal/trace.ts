/** Reads what the journal knows of one message: its outcome, its deliveries, and the rules whose conditions it met. */
import type { DatabaseSync, SQLOutputValue } from 'node:sqlite'
import type { MessageGuid, RowId } from '../../contract/ids.ts'
import type { DeliveryState } from './relayed.ts'

export interface TracedDelivery {
  id: string
  integration: string
  state: DeliveryState
  attempts: number
  nextAtMs: number
  settledAtMs: number | null
  lastError: string | null
}

export interface TracedRule {
  rule: string
  /** `fired`, or the reason why the rule did not fire. */
  outcome: string
  atMs: number
}

export interface JournalTrace {
  lane: 'relayed' | 'history' | 'skipped' | 'waiting'
  /** The outcome that the relay recorded; `waiting` for a row that is not complete yet. */
  outcome: string
  /** Unix milliseconds at which the message was ingested or first seen. */
  atMs: number
  deliveries: TracedDelivery[]
  rules: TracedRule[]
}

const sql = {
  // Takes the newest, since a ROWID names another message after a rebuild.
  guid: `SELECT guid FROM waiting WHERE src_rowid = :rowid
    UNION ALL SELECT guid FROM (SELECT guid FROM inbox WHERE src_rowid = :rowid ORDER BY accepted_at_ms DESC) LIMIT 1`,
  inbox: 'SELECT lane, outcome, accepted_at_ms AS at_ms FROM inbox WHERE guid = ?',
  waiting: `SELECT 'waiting' AS lane, 'waiting' AS outcome, first_seen_ms AS at_ms FROM waiting WHERE guid = ?`,
  deliveries: `SELECT id, integration, state, attempts, next_at_ms, settled_at_ms, last_error FROM delivery
    WHERE guid = ? ORDER BY seq`,
  rules: `SELECT rule, CASE WHEN state = 'held_back' THEN reason ELSE 'fired' END AS outcome, fired_at_ms FROM rule_firing
    WHERE guid = ? ORDER BY rule`,
}

/** Returns the GUID of the message that has or had this ROWID. */
export const guidAt = (db: DatabaseSync, rowid: RowId): MessageGuid | undefined =>
  db.prepare(sql.guid).get({ rowid })?.guid as MessageGuid | undefined

/** Returns undefined when the bridge has not seen the message or has forgotten it. */
export function traceOf(db: DatabaseSync, guid: MessageGuid): JournalTrace | undefined {
  const found = db.prepare(sql.inbox).get(guid) ?? db.prepare(sql.waiting).get(guid)
  if (found === undefined) return undefined
  return {
    lane: found.lane as JournalTrace['lane'],
    outcome: String(found.outcome),
    atMs: Number(found.at_ms),
    deliveries: db.prepare(sql.deliveries).all(guid).map(delivery),
    rules: db
      .prepare(sql.rules)
      .all(guid)
      .map(({ rule, outcome, fired_at_ms }) => ({
        rule: String(rule),
        outcome: String(outcome),
        atMs: Number(fired_at_ms),
      })),
  }
}

const delivery = (row: Record<string, SQLOutputValue>): TracedDelivery => ({
  id: String(row.id),
  integration: String(row.integration),
  state: row.state as DeliveryState,
  attempts: Number(row.attempts),
  nextAtMs: Number(row.next_at_ms),
  settledAtMs: row.settled_at_ms as number | null,
  lastError: row.last_error as string | null,
})
