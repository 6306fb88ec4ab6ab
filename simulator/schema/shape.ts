// Describes an open database as values, its columns, indexes and triggers, so that two can be compared.

import type { DatabaseSync } from 'node:sqlite'

export interface Shape {
  /** Maps each table to one line per column: name, type, notnull, default, pk. */
  tables: Record<string, string[]>
  /** Maps each index to table(columns) and whether it is unique and partial. */
  indexes: Record<string, string>
  /** Maps each trigger to the event that fires it. */
  triggers: Record<string, string>
}

type Row = Record<string, unknown>

const rows = (db: DatabaseSync, sql: string, ...values: string[]): Row[] => db.prepare(sql).all(...values)

const entities = (db: DatabaseSync, type: string): Row[] =>
  rows(
    db,
    "SELECT name, tbl_name, sql FROM sqlite_schema WHERE type = ? AND name NOT LIKE 'sqlite!_%' ESCAPE '!'",
    type,
  )

const columnsOf = (db: DatabaseSync, table: string): string[] =>
  rows(
    db,
    'SELECT name, type, "notnull" AS required, dflt_value, pk FROM pragma_table_info(?) ORDER BY cid',
    table,
  ).map(
    ({ name, type, required, dflt_value, pk }) => `${name} ${type} notnull=${required} default=${dflt_value} pk=${pk}`,
  )

function indexOf(db: DatabaseSync, table: string, index: string): string {
  const columns = rows(db, 'SELECT name, "desc" AS descending, key FROM pragma_index_xinfo(?) WHERE key = 1', index)
  const [entry] = rows(
    db,
    'SELECT "unique" AS isUnique, partial FROM pragma_index_list(?) WHERE name = ?',
    table,
    index,
  )
  const keys = columns.map(({ name, descending }) => `${name ?? 'rowid'}${descending ? ' DESC' : ''}`)
  return `${table}(${keys.join(', ')}) unique=${entry?.isUnique} partial=${entry?.partial}`
}

const automaticIndexes = (db: DatabaseSync, table: string): Row[] =>
  rows(db, "SELECT name FROM pragma_index_list(?) WHERE name LIKE 'sqlite!_autoindex%' ESCAPE '!'", table)

const eventOf = (sql: unknown): string =>
  String(sql)
    .replaceAll(/\s+/g, ' ')
    .replace(/^CREATE TRIGGER \S+ (.*?) ?(?:WHEN .*?)?\bBEGIN .*$/i, '$1')
    .trim()

export function shapeOf(db: DatabaseSync): Shape {
  const shape: Shape = { tables: {}, indexes: {}, triggers: {} }
  for (const { name } of entities(db, 'table')) {
    const table = String(name)
    shape.tables[table] = columnsOf(db, table)
    for (const index of automaticIndexes(db, table))
      shape.indexes[String(index.name)] = indexOf(db, table, String(index.name))
  }
  for (const { name, tbl_name } of entities(db, 'index'))
    shape.indexes[String(name)] = indexOf(db, String(tbl_name), String(name))
  for (const { name, sql } of entities(db, 'trigger')) shape.triggers[String(name)] = eventOf(sql)
  return shape
}
