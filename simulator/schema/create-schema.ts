// Creates the empty chat.db of one macOS in an open database.

import type { DatabaseSync } from 'node:sqlite'
import type { MacosVersion } from './macos-version.ts'
import { indexAndTriggerStatements, tableStatements } from './sql.ts'

// Readers must not depend on this value; it exists because a real database has it.
const clientVersions: Record<MacosVersion, number> = {
  12: 15008,
  13: 16100,
  14: 17025,
  15: 18020,
  26: 19602,
  27: 20011,
}

export function createTables(db: DatabaseSync, macos: MacosVersion): void {
  for (const statement of tableStatements(macos)) db.exec(statement)
  db.prepare("INSERT INTO _SqliteDatabaseProperties (key, value) VALUES ('_ClientVersion', ?)").run(
    String(clientVersions[macos]),
  )
  if (macos >= 26) db.exec('INSERT INTO index_state_metrics (id) VALUES (1)')
}

export function createIndexesAndTriggers(db: DatabaseSync, macos: MacosVersion): void {
  for (const statement of indexAndTriggerStatements(macos)) db.exec(statement)
}

export function createSchema(db: DatabaseSync, macos: MacosVersion): void {
  createTables(db, macos)
  createIndexesAndTriggers(db, macos)
}
