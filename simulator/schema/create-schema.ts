// Creates the empty chat.db of one macOS in an open database.
import type { DatabaseSync } from 'node:sqlite'
import { indexes } from './indexes.ts'
import { covers, type MacosVersion } from './macos-version.ts'
import type { Column, Index, Table, Trigger } from './table.ts'
import { tables } from './tables.ts'
import { triggers } from './triggers.ts'

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

export const columnSql = ({ name, type, constraint }: Column): string =>
  [name, type, constraint].filter(Boolean).join(' ')

function tableSql(table: Table, macos: MacosVersion): string {
  const columns = table.columns.filter((column) => covers(column, macos)).map(columnSql)
  return `CREATE TABLE ${table.name} (${[...columns, ...(table.constraints ?? [])].join(', ')})`
}

const indexSql = ({ name, table, columns, where }: Index): string =>
  `CREATE INDEX ${name} ON ${table}(${columns})${where ? ` WHERE ${where}` : ''}`

const triggerSql = ({ name, event, when, effects }: Trigger): string =>
  `CREATE TRIGGER ${name} ${event}${when ? ` WHEN ${when}` : ''} BEGIN ${effects.join('; ')}; END`

const tableStatements = (macos: MacosVersion): string[] =>
  tables.filter((table) => covers(table, macos)).map((table) => tableSql(table, macos))

/** Returns the statements that a bulk load runs only after its rows are in. */
const indexAndTriggerStatements = (macos: MacosVersion): string[] => [
  ...indexes.filter((index) => covers(index, macos)).map(indexSql),
  ...triggers.filter((trigger) => covers(trigger, macos)).map(triggerSql),
]
