// Turns the schema's data into the SQL that creates a chat.db of one macOS.

import { indexes } from './indexes.ts'
import { covers, type MacosVersion } from './macos-version.ts'
import type { Column, Index, Table, Trigger } from './table.ts'
import { tables } from './tables.ts'
import { triggers } from './triggers.ts'

const columnSql = ({ name, type, constraint }: Column): string => [name, type, constraint].filter(Boolean).join(' ')

function tableSql(table: Table, macos: MacosVersion): string {
  const columns = table.columns.filter((column) => covers(column, macos)).map(columnSql)
  return `CREATE TABLE ${table.name} (${[...columns, ...(table.constraints ?? [])].join(', ')})`
}

const indexSql = ({ name, table, columns, where }: Index): string =>
  `CREATE INDEX ${name} ON ${table}(${columns})${where ? ` WHERE ${where}` : ''}`

const triggerSql = ({ name, event, when, effects }: Trigger): string =>
  `CREATE TRIGGER ${name} ${event}${when ? ` WHEN ${when}` : ''} BEGIN ${effects.join('; ')}; END`

export const tableStatements = (macos: MacosVersion): string[] =>
  tables.filter((table) => covers(table, macos)).map((table) => tableSql(table, macos))

/** Returns the statements that a bulk load runs only after its rows are in. */
export const indexAndTriggerStatements = (macos: MacosVersion): string[] => [
  ...indexes.filter((index) => covers(index, macos)).map(indexSql),
  ...triggers.filter((trigger) => covers(trigger, macos)).map(triggerSql),
]
