/** Reads recently relayed messages and the state of their deliveries from other processes while the bridge writes. */
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { limitTo } from '../../base/sql-parameter.ts'
import type { RelayMessage } from '../../domain/message.ts'
import { prepareAll } from '../prepare-all.ts'
import { reopened } from './reopened.ts'
import { storedJson } from './stored-json.ts'

export type DeliveryState = 'pending' | 'acked' | 'dead' | 'skipped'

export interface RelayedMessage {
  /** Position in the order of acceptance. */
  position: number
  message: RelayMessage
  deliveries: { integration: string; state: DeliveryState }[]
}

export interface RelayedReader {
  /** Position of the newest ingested message, or undefined while there is no journal to read. */
  end(): number | undefined
  /** Returns the messages that can be read; damaged ones are left out. */
  after(position: number, limit: number): RelayedMessage[]
  close(): void
}

const sql = {
  end: 'SELECT max(ROWID) AS position FROM inbox',
  after: `SELECT i.ROWID AS position, i.payload,
      (SELECT json_group_array(json_object('integration', d.integration, 'state', d.state) ORDER BY d.seq) FROM delivery d WHERE d.guid = i.guid)
      AS deliveries
    FROM inbox i WHERE i.ROWID > ? AND i.lane = 'relayed' AND i.payload IS NOT NULL ORDER BY i.ROWID ${limitTo('?')}`,
}

export function readRelayed(journalFile: string): RelayedReader {
  const journal = reopened(journalFile)
  let prepared: { db: DatabaseSync; statements: Record<keyof typeof sql, StatementSync> } | undefined
  const over = (db: DatabaseSync) => {
    if (prepared?.db !== db) prepared = { db, statements: prepareAll(db, sql) }
    return prepared.statements
  }
  return {
    end: () => journal.read((db) => Number(over(db).end.get()?.position ?? 0), undefined),
    after: (position, limit) =>
      journal
        .read((db) => over(db).after.all(position, limit), [])
        .flatMap((row) => {
          const message = storedJson<RelayMessage>(row.payload)
          const deliveries = storedJson<RelayedMessage['deliveries']>(row.deliveries)
          if (message === undefined || deliveries === undefined) return []
          return [{ position: Number(row.position), message, deliveries }]
        }),
    close: journal.close,
  }
}
