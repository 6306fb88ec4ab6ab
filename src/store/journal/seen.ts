/**
 * Snapshots of recent rows of Messages as last compared, so that changes made while the bridge was down are noticed.
 */
import type { DatabaseSync } from 'node:sqlite'
import type { MessageEvent } from '../../contract/events.ts'
import type { MessageGuid, RowId } from '../../contract/ids.ts'
import type { Look, Seen } from '../../domain/changes.ts'
import { inTransaction } from '../transaction.ts'
import { storedJson } from './stored-json.ts'
import { journalWriters } from './writers.ts'

export interface SeenUpdate {
  /** Snapshots of rows that are new or changed. */
  looks: readonly Seen[]
  gone: readonly RowId[]
  events: readonly MessageEvent[]
  /** Rows to be ingested again as if they were new. */
  again: readonly Seen[]
  nowMs: number
}

export interface SeenStore {
  /** Returns the newest snapshots, at most `limit` of them, oldest first. */
  since(sentSinceMs: number, limit: number): Seen[]
  /** Returns whether a row was skipped as the user's own. */
  tookAsMine(guid: MessageGuid): boolean
  /** Stores everything that one comparison found, in one transaction. */
  update(update: SeenUpdate): void
}

const sql = {
  since:
    'SELECT src_rowid, guid, sent_at_ms, signature, look FROM seen WHERE sent_at_ms >= ? ORDER BY sent_at_ms DESC LIMIT ?',
  tookAsMine: `SELECT 1 FROM inbox WHERE guid = ? AND outcome = 'from_me'`,
  put: `INSERT INTO seen (src_rowid, guid, sent_at_ms, signature, look) VALUES (?, ?, ?, ?, ?) ON CONFLICT (src_rowid) DO UPDATE
    SET guid = excluded.guid, sent_at_ms = excluded.sent_at_ms, signature = excluded.signature, look = excluded.look`,
  remove: 'DELETE FROM seen WHERE src_rowid = ?',
  unknow: `DELETE FROM inbox WHERE guid = ? AND lane = 'skipped'`,
}

export function seenStore(db: DatabaseSync): SeenStore {
  const [since, put, remove] = [db.prepare(sql.since), db.prepare(sql.put), db.prepare(sql.remove)]
  const unknow = db.prepare(sql.unknow)
  const { event, wait } = journalWriters(db)
  const tookAsMine = db.prepare(sql.tookAsMine)
  return {
    tookAsMine: (guid) => tookAsMine.get(guid) !== undefined,
    since: (sentSinceMs, limit) => since.all(sentSinceMs, limit).flatMap(toSeen).reverse(),
    update({ looks, gone, events, again, nowMs }) {
      inTransaction(db, () => {
        for (const seen of looks)
          put.run(seen.rowid, seen.guid, seen.sentAtMs, seen.signature, JSON.stringify(seen.look))
        for (const rowid of gone) remove.run(rowid)
        for (const happened of events) event(happened, nowMs)
        for (const row of again) {
          unknow.run(row.guid)
          wait(row, nowMs)
        }
      })
    },
  }
}

/** A damaged snapshot counts as not seen, so the row is compared again. */
function toSeen(row: Record<string, unknown>): Seen[] {
  const look = storedJson<Look>(row.look)
  if (look === undefined) return []
  const [rowid, guid] = [row.src_rowid as RowId, row.guid as MessageGuid]
  return [{ rowid, guid, sentAtMs: Number(row.sent_at_ms), signature: String(row.signature), look }]
}
