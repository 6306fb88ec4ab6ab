/**
 * Keeps the id of the journal, by which whoever remembers ids of its events tells it from a journal that was begun anew or
 * restored.
 */
import type { DatabaseSync } from 'node:sqlite'

const sql = {
  read: "SELECT value FROM meta WHERE key = 'id'",
  renew: "UPDATE meta SET value = lower(hex(randomblob(16))) WHERE key = 'id'",
}

export function journalId(db: DatabaseSync): string | undefined {
  const row = db.prepare(sql.read).get()
  return row && String(row.value)
}

/** Events after the backup have the ids of others that were told before it was restored. */
export const renewJournalId = (db: DatabaseSync): void => void db.prepare(sql.renew).run()
