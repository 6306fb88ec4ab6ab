/**
 * Finds the deliveries that were created or changed since it was last asked, for whoever shows them live. It writes
 * nothing and scans nothing: new deliveries are found by their number, settled ones by their time, and the others by the
 * number of their change.
 */
import type { DatabaseSync } from 'node:sqlite'
import { limitTo, opaque } from '../../base/sql-parameter.ts'
import { type ListedDelivery, listed, listedColumns } from './delivery-list.ts'

export interface DeliveryNews {
  /** The deliveries, in no order. */
  deliveries: ListedDelivery[]
  /** Whether others may have changed that are not among them: there are too many, or the journal was opened anew. */
  mayBeMore: boolean
}

/** A clock that is set back by less than this keeps no settled delivery from being found. */
const overlapMs = 2_000

const sql = {
  positions: `SELECT coalesce((SELECT max(seq) FROM delivery), 0) AS seq, (SELECT newest FROM delivery_changes) AS change,
    coalesce((SELECT max(settled_at_ms) FROM delivery WHERE settled_at_ms IS NOT NULL), 0) AS settled`,
  created: `SELECT ${listedColumns} WHERE d.seq > ${opaque('?')} ORDER BY d.seq ${limitTo('?')}`,
  changed: `SELECT ${listedColumns} WHERE d.change > ? ORDER BY d.change ${limitTo('?')}`,
  settled: `SELECT ${listedColumns} WHERE d.settled_at_ms >= ? AND d.state IN ('acked', 'dead')
    ORDER BY d.settled_at_ms ${limitTo('?')}`,
}

/** The first call finds nothing: it takes its position. A call returns at most `mostTold` deliveries. */
export function deliveryNews(mostTold: number): (db: DatabaseSync, nowMs: number) => DeliveryNews {
  let known: { db: DatabaseSync; seq: number; change: number; settledMs: number } | undefined
  /** The times at which the settled deliveries of the overlap were settled, by number. */
  let told = new Map<number, number>()

  function settledIn(db: DatabaseSync, sinceMs: number): ListedDelivery[] {
    told = new Map([...told].filter(([, atMs]) => atMs >= sinceMs))
    const rows = db
      .prepare(sql.settled)
      .all(sinceMs, told.size + mostTold + 1)
      .map(listed)
    const fresh = rows.filter(({ seq, settledAtMs }) => told.get(seq) !== settledAtMs)
    for (const { seq, settledAtMs } of fresh) told.set(seq, settledAtMs ?? 0)
    return fresh
  }

  return (db, nowMs) => {
    const found = db.prepare(sql.positions).get() ?? {}
    const newest = { db, seq: Number(found.seq), change: Number(found.change), settledMs: Number(found.settled) }
    const before = known
    known = newest
    const settled = settledIn(db, Math.min(before?.settledMs ?? newest.settledMs, nowMs - overlapMs))
    if (before?.db !== db) return { deliveries: [], mayBeMore: before !== undefined }
    const rows = [
      ...db
        .prepare(sql.created)
        .all(before.seq, mostTold + 1)
        .map(listed),
      ...db
        .prepare(sql.changed)
        .all(before.change, mostTold + 1)
        .map(listed),
      ...settled,
    ]
    const deliveries = [...new Map(rows.map((row) => [row.seq, row])).values()]
    return { deliveries: deliveries.slice(0, mostTold), mayBeMore: deliveries.length > mostTold }
  }
}
