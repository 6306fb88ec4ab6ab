/** Opens state/journal.db: migrates and checks it, and sets a damaged one aside to create a new one. */
import type { DatabaseSync } from 'node:sqlite'
import { openSqlite } from '../sqlite-file.ts'
import { migrations } from './schema.ts'

export interface OpenJournal {
  db: DatabaseSync
  /** The place to which the damaged file was moved, if there was one. */
  quarantined: string | undefined
}

/**
 * Holds the pages that a transaction with many messages changes, most of them of indexes over ids without an order: with
 * less, SQLite writes such a page to the log several times within one transaction.
 */
const cacheKib = 4_096
/**
 * Copies pages from the log into the database the more rarely, since most are changed again soon. In bytes this is the
 * size that the log keeps anyway.
 */
const pagesBetweenCheckpoints = 4_000

/** Every commit is on the disk before it is reported: the relay's promise to lose no message depends on it. */
export function openJournal(path: string): OpenJournal {
  const { db, quarantined } = openSqlite({ path, migrations, synchronous: 'FULL' })
  db.exec(`PRAGMA cache_size = -${cacheKib}; PRAGMA wal_autocheckpoint = ${pagesBetweenCheckpoints}`)
  return { db, quarantined }
}
