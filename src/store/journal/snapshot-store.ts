/**
 * Snapshots of recent rows of Messages as last compared, so that changes made while the bridge was down are noticed.
 */
import type { DatabaseSync } from 'node:sqlite'
import { limitTo } from '../../base/sql-parameter.ts'
import type { MessageEvent } from '../../contract/events.ts'
import type { MessageGuid, RowId } from '../../contract/ids.ts'
import type { RowSnapshot, SeenRow } from '../../domain/changes.ts'
import { inTransaction } from '../transaction.ts'
import { storedJson } from './stored-json.ts'
import { journalWriters } from './writers.ts'

export interface SnapshotUpdate {
  /** Snapshots of rows that are new or changed. */
  snapshots: readonly SeenRow[]
  gone: readonly RowId[]
  events: readonly MessageEvent[]
  /** Rows to be ingested again as if they were new. */
  again: readonly SeenRow[]
  nowMs: number
}

export interface SnapshotStore {
  /** Reads the newest snapshots, at most `limit` of them, newest first and one at a time: all at once take a kilobyte each. */
  since(sentSinceMs: number, limit: number): Iterable<SeenRow>
  /** Returns the snapshot of a row, unless it is damaged. */
  of(rowid: RowId): SeenRow | undefined
  /** Returns whether a row was ingested, or waits for what it lacks. */
  knows(guid: MessageGuid): boolean
  /** Returns whether a row was skipped as the user's own. */
  wasIngestedAsMine(guid: MessageGuid): boolean
  /** Stores everything that one comparison found, in one transaction. */
  update(update: SnapshotUpdate): void
  /** The same within a transaction of the caller. */
  put(update: SnapshotUpdate): void
}

const columns = 'src_rowid, guid, sent_at_ms, signature, look'
const sql = {
  since: `SELECT ${columns} FROM seen WHERE sent_at_ms >= ? ORDER BY sent_at_ms DESC ${limitTo('?')}`,
  of: `SELECT ${columns} FROM seen WHERE src_rowid = ?`,
  knows: 'SELECT 1 FROM inbox WHERE guid = ? UNION ALL SELECT 1 FROM waiting WHERE guid = ?',
  tookAsMine: `SELECT 1 FROM inbox WHERE guid = ? AND outcome = 'from_me'`,
  put: `INSERT INTO seen (src_rowid, guid, sent_at_ms, signature, look) VALUES (?, ?, ?, ?, ?) ON CONFLICT (src_rowid) DO UPDATE
    SET guid = excluded.guid, sent_at_ms = excluded.sent_at_ms, signature = excluded.signature, look = excluded.look`,
  remove: 'DELETE FROM seen WHERE src_rowid = ?',
  unknow: `DELETE FROM inbox WHERE guid = ? AND lane = 'skipped'`,
}

export function snapshotStore(db: DatabaseSync): SnapshotStore {
  const [since, keep, remove] = [db.prepare(sql.since), db.prepare(sql.put), db.prepare(sql.remove)]
  const [unknow, knows] = [db.prepare(sql.unknow), db.prepare(sql.knows)]
  const { event, wait } = journalWriters(db)
  const [tookAsMine, of] = [db.prepare(sql.tookAsMine), db.prepare(sql.of)]
  const put = ({ snapshots, gone, events, again, nowMs }: SnapshotUpdate): void => {
    for (const seen of snapshots)
      keep.run(seen.rowid, seen.guid, seen.sentAtMs, seen.signature, JSON.stringify(seen.snapshot))
    for (const rowid of gone) remove.run(rowid)
    for (const happened of events) event(happened, nowMs)
    for (const row of again) {
      unknow.run(row.guid)
      wait(row, nowMs)
    }
  }
  return {
    of: (rowid) => of.all(rowid).flatMap(toSeenRow)[0],
    knows: (guid) => knows.get(guid, guid) !== undefined,
    wasIngestedAsMine: (guid) => tookAsMine.get(guid) !== undefined,
    *since(sentSinceMs, limit) {
      for (const row of since.iterate(sentSinceMs, limit)) yield* toSeenRow(row)
    },
    update: (update) => inTransaction(db, () => put(update)),
    put,
  }
}

/** A damaged snapshot counts as not seen, so the row is compared again. */
function toSeenRow(row: Record<string, unknown>): SeenRow[] {
  const snapshot = storedJson<RowSnapshot>(row.look)
  if (snapshot === undefined) return []
  const [rowid, guid] = [row.src_rowid as RowId, row.guid as MessageGuid]
  return [{ rowid, guid, sentAtMs: Number(row.sent_at_ms), signature: String(row.signature), snapshot }]
}
