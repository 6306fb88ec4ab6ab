/**
 * Remembers up to which revision of the send ledger events were written, in the same transaction as the events, so that
 * none is written twice.
 */
import type { DatabaseSync } from 'node:sqlite'
import type { MessageEvent } from '../../contract/events.ts'
import { inTransaction } from '../transaction.ts'
import { journalWriters } from './writers.ts'

export interface ToldSends {
  /** Returns 0 before the first event. */
  revision(): number
  tell(events: readonly MessageEvent[], at: { revision: number; nowMs: number }): void
}

const key = 'send_revision'
const sql = {
  revision: 'SELECT value FROM meta WHERE key = ?',
  write: 'INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
}

export function toldSends(db: DatabaseSync): ToldSends {
  const [read, write] = [db.prepare(sql.revision), db.prepare(sql.write)]
  const { event } = journalWriters(db)
  return {
    revision: () => Number(read.get(key)?.value ?? 0),
    tell: (events, { revision, nowMs }) =>
      inTransaction(db, () => {
        for (const happened of events) event(happened, nowMs)
        write.run(key, String(revision))
      }),
  }
}
