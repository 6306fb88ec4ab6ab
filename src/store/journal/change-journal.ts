/** Changes the journal from a process other than the bridge, which notices the change by itself. */
import { existsSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import { openOwnedDatabase } from '../owned-database.ts'

const busyTimeoutMs = 5_000

/**
 * Opens a short connection for the change, and returns what it returns. Without a journal nothing is changed: opening
 * would create one, which only the bridge may do.
 */
export function changeJournal(journalFile: string, change: (db: DatabaseSync) => number): number {
  if (!existsSync(journalFile)) return 0
  using db = openOwnedDatabase(journalFile, { timeout: busyTimeoutMs })
  return change(db)
}
