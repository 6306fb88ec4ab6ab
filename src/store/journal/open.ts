/** Opens state/journal.db: migrated, checked, and set aside and begun anew when it is damaged. */
import type { DatabaseSync } from 'node:sqlite'
import { openSqlite } from '../sqlite-file.ts'
import { migrations } from './schema.ts'

export interface OpenJournal {
  db: DatabaseSync
  /** Where the damaged file was put, when there was one. */
  quarantined: string | undefined
}

/** Every commit is on the disk before it is reported: the promise of the relay rests on it. */
export function openJournal(path: string): OpenJournal {
  const { db, quarantined } = openSqlite({ path, migrations, synchronous: 'FULL' })
  return { db, quarantined }
}
