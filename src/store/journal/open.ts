/** Opens state/journal.db: migrates and checks it, and sets a damaged one aside to create a new one. */
import type { DatabaseSync } from 'node:sqlite'
import { openSqlite } from '../sqlite-file.ts'
import { migrations } from './schema.ts'

export interface OpenJournal {
  db: DatabaseSync
  /** The place to which the damaged file was moved, if there was one. */
  quarantined: string | undefined
}

/** Every commit is on the disk before it is reported: the relay's promise to lose no message depends on it. */
export function openJournal(path: string): OpenJournal {
  const { db, quarantined } = openSqlite({ path, migrations, synchronous: 'FULL' })
  return { db, quarantined }
}
