/**
 * Remembers up to which revision of the send ledger events were written, in the same transaction as the events, so that
 * none is written twice.
 */
import type { DatabaseSync } from 'node:sqlite'
import type { MessageEvent } from '../../contract/events.ts'
import { inTransaction } from '../transaction.ts'
import { metaValue } from './meta-value.ts'
import { journalWriters } from './writers.ts'

export interface ToldSends {
  /** Returns 0 before the first event. */
  revision(): number
  tell(events: readonly MessageEvent[], at: { revision: number; nowMs: number }): void
}

export function toldSends(db: DatabaseSync): ToldSends {
  const stored = metaValue(db, 'send_revision')
  const { event } = journalWriters(db)
  return {
    revision: () => Number(stored.read() ?? 0),
    tell: (events, { revision, nowMs }) =>
      inTransaction(db, () => {
        for (const happened of events) event(happened, nowMs)
        stored.write(String(revision))
      }),
  }
}
