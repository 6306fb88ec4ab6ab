/**
 * Finds when the newest relayed message was sent. Most of the journal is read only once: each call reads only the rows
 * added since.
 */
import type { DatabaseSync } from 'node:sqlite'

const sql = {
  end: 'SELECT max(ROWID) AS position FROM inbox',
  since: "SELECT sent_at_ms FROM inbox WHERE ROWID > ? AND lane = 'relayed' ORDER BY ROWID DESC LIMIT 1",
}

/** Returns Unix milliseconds. */
export function lastRelayedReader(): (db: DatabaseSync) => number | undefined {
  let known: { db: DatabaseSync; position: number; sentAtMs: number | undefined } | undefined
  return (db) => {
    if (known?.db !== db) known = { db, position: 0, sentAtMs: undefined }
    const end = Number(db.prepare(sql.end).get()?.position ?? 0)
    if (end === known.position) return known.sentAtMs
    const newest = db.prepare(sql.since).get(known.position)?.sent_at_ms
    known = { db, position: end, sentAtMs: newest === undefined ? known.sentAtMs : Number(newest) }
    return known.sentAtMs
  }
}
