// Reads and writes rows of chat.db by column name, and prepares each statement once.

import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'

export type Row = Record<string, SQLInputValue>
export type FoundRow = Record<string, unknown>

export interface Tables {
  /** Returns the new ROWID. Columns that this macOS does not have are left out. */
  insert(table: string, row: Row): number
  insertOrIgnore(table: string, row: Row): void
  update(table: string, rowid: number, row: Row): void
  run(sql: string, ...values: SQLInputValue[]): void
  get(sql: string, ...values: SQLInputValue[]): FoundRow | undefined
  all(sql: string, ...values: SQLInputValue[]): FoundRow[]
  has(table: string): boolean
}

export function openTables(db: DatabaseSync): Tables {
  const statements = new Map<string, StatementSync>()
  const columns = new Map<string, Set<string>>()

  function prepared(sql: string): StatementSync {
    let statement = statements.get(sql)
    if (!statement) {
      statement = db.prepare(sql)
      statements.set(sql, statement)
    }
    return statement
  }

  function columnsOf(table: string): Set<string> {
    let names = columns.get(table)
    if (!names) {
      names = new Set(
        db
          .prepare('SELECT name FROM pragma_table_info(?)')
          .all(table)
          .map(({ name }) => String(name)),
      )
      columns.set(table, names)
    }
    return names
  }

  const known = (table: string, row: Row): string[] => {
    const names = columnsOf(table)
    return Object.keys(row).filter((name) => names.has(name) && row[name] !== undefined)
  }

  function write(verb: string, table: string, row: Row): number {
    const names = known(table, row)
    const marks = names.map(() => '?').join(', ')
    const statement = prepared(`${verb} INTO ${table} (${names.join(', ')}) VALUES (${marks})`)
    return Number(statement.run(...names.map((name) => row[name] ?? null)).lastInsertRowid)
  }

  return {
    insert: (table, row) => write('INSERT', table, row),
    insertOrIgnore: (table, row) => void write('INSERT OR IGNORE', table, row),
    update(table, rowid, row) {
      const names = known(table, row)
      if (names.length === 0) return
      const sets = names.map((name) => `${name} = ?`).join(', ')
      prepared(`UPDATE ${table} SET ${sets} WHERE ROWID = ?`).run(...names.map((name) => row[name] ?? null), rowid)
    },
    run: (sql, ...values) => void prepared(sql).run(...values),
    get: (sql, ...values) => prepared(sql).get(...values),
    all: (sql, ...values) => prepared(sql).all(...values),
    has: (table) => columnsOf(table).size > 0,
  }
}
