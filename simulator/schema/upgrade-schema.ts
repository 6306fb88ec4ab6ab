// Adds to a chat.db of macOS 26 what macOS 27 adds. A database that was upgraded differs from a fresh one in the order and
// the defaults of columns that the earlier macOS had already.
import type { DatabaseSync } from 'node:sqlite'
import { columnSql } from './create-schema.ts'
import { tables } from './tables.ts'

export function upgradeSchema(db: DatabaseSync): void {
  for (const { name: table, columns } of tables) {
    const there = new Set(
      db
        .prepare('SELECT name FROM pragma_table_info(?)')
        .all(table)
        .map(({ name }) => name),
    )
    const added = columns.filter(({ since, name }) => since === 27 && !there.has(name))
    for (const column of added) db.exec(`ALTER TABLE ${table} ADD COLUMN ${columnSql(column)}`)
  }
}
