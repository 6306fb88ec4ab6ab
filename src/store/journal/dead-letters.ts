/** Lists, retries and drops deliveries that were given up; a test that failed is none of them. */
import type { DatabaseSync } from 'node:sqlite'
import { limitTo } from '../../base/sql-parameter.ts'
import type { DeliveryId, MessageGuid } from '../../contract/ids.ts'
import { inTransaction } from '../transaction.ts'
import { changeJournal } from './change-journal.ts'

export interface DeadLetter {
  id: DeliveryId
  integration: string
  guid: MessageGuid
  attempts: number
  settledAtMs: number
  error: string | null
}

export interface DeadLetters {
  /** Newest first; returns all of them when no limit is given. */
  list(integration: string, limit?: number): DeadLetter[]
  /**
   * Returns whether there was such a dead letter. A retried one keeps its old position in the queue instead of joining
   * the end.
   */
  retry(id: DeliveryId): boolean
  drop(id: DeliveryId, nowMs: number): boolean
}

const sql = {
  list: `SELECT id, integration, guid, attempts, settled_at_ms, last_error FROM delivery
    WHERE integration = ? AND state = 'dead' AND is_test = 0 ORDER BY seq DESC ${limitTo('?')}`,
  // The attempts stay, since a repeat has to be recognisable as one.
  retry: `UPDATE delivery SET state = 'pending', crashes = 0, next_at_ms = 0, settled_at_ms = NULL, is_wanted = 1
    WHERE id = ? AND state = 'dead'`,
  drop: "UPDATE delivery SET state = 'skipped', settled_at_ms = ? WHERE id = ? AND state = 'dead'",
}

/** SQLite's value for no limit. */
const noLimit = -1

export function journalDeadLetters(db: DatabaseSync): DeadLetters {
  const list = db.prepare(sql.list)
  const retry = db.prepare(sql.retry)
  const drop = db.prepare(sql.drop)
  return {
    list: (integration, limit = noLimit) =>
      list.all(integration, limit).map((row) => ({
        id: row.id as DeliveryId,
        integration: String(row.integration),
        guid: row.guid as MessageGuid,
        attempts: Number(row.attempts),
        settledAtMs: Number(row.settled_at_ms),
        error: row.last_error as string | null,
      })),
    retry: (id) => Number(retry.run(id).changes) > 0,
    drop: (id, nowMs) => Number(drop.run(nowMs, id).changes) > 0,
  }
}

/** The dead letters to change: all of the integration when no ids are given. */
interface DeadLetterChoice {
  integration: string
  ids?: readonly string[] | undefined
}

export interface DeadLetterChanges {
  /** Both return how many dead letters were changed. */
  retry(choice: DeadLetterChoice): number
  drop(choice: DeadLetterChoice): number
}

/** Retries or drops dead letters from a process other than the bridge. */
export function deadLetterChanges(journalFile: string, nowMs: () => number = Date.now): DeadLetterChanges {
  const change = ({ integration, ids }: DeadLetterChoice, each: (letters: DeadLetters, id: DeliveryId) => boolean) =>
    changeJournal(journalFile, (db) =>
      inTransaction(db, () => {
        const letters = journalDeadLetters(db)
        const chosen = letters.list(integration).filter(({ id }) => ids?.includes(id) ?? true)
        return chosen.filter(({ id }) => each(letters, id)).length
      }),
    )
  return {
    retry: (choice) => change(choice, (letters, id) => letters.retry(id)),
    drop: (choice) => change(choice, (letters, id) => letters.drop(id, nowMs())),
  }
}
