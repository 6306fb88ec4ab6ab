/** Runs several reads of chat.db on one state of it. */
import type { DatabaseSync } from 'node:sqlite'

/** A read transaction shows the database as it was at its first read, whatever others write meanwhile. */
export function inOneSnapshot<T>(db: DatabaseSync, read: () => T): T {
  db.exec('BEGIN')
  try {
    return read()
  } finally {
    // A read that failed may have closed the database.
    if (db.isOpen) db.exec('ROLLBACK')
  }
}
