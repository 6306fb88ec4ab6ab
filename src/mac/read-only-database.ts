/** Opens a database of macOS for one reading, by a connection that cannot write. */
import { DatabaseSync } from 'node:sqlite'

const busyTimeoutMs = 1_000

/** Throws what SQLite throws. */
export function readingDatabase<T>(path: string, read: (db: DatabaseSync) => T): T {
  const db = new DatabaseSync(path, { readOnly: true, timeout: busyTimeoutMs })
  try {
    db.exec('PRAGMA query_only = 1')
    return read(db)
  } finally {
    db.close()
  }
}
