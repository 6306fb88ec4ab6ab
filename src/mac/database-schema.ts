/** Reads the schema of an open database: its tables with their columns, its indexes, and what fires its triggers. */
import type { DatabaseSync } from 'node:sqlite'
import type { DatabaseSchema, SchemaColumn, SchemaIndex } from '../contract/database-schema.ts'

const entities = "SELECT name, tbl_name, sql FROM sqlite_schema WHERE type = ? AND name NOT LIKE 'sqlite!_%' ESCAPE '!'"
const columns = 'SELECT name, type, "notnull" AS required, dflt_value AS value, pk FROM pragma_table_info(?)'
const tableIndexes = 'SELECT name, "unique" AS is_unique, partial FROM pragma_index_list(?)'
const indexKeys = 'SELECT name, "desc" AS descending FROM pragma_index_xinfo(?) WHERE key = 1 ORDER BY seqno'

export function readSchema(db: DatabaseSync): DatabaseSchema {
  const all = (sql: string, value: string) => db.prepare(sql).all(value)
  const namesOf = (type: string) => all(entities, type).map(({ name }) => String(name))
  const tables = namesOf('table')
  const indexes = tables.flatMap((table) =>
    all(tableIndexes, table).map((index): [string, SchemaIndex] => [
      String(index.name),
      {
        table,
        keys: all(indexKeys, String(index.name)).map(({ name, descending }) => keyOf(name, descending)),
        unique: index.is_unique === 1,
        partial: index.partial === 1,
      },
    ]),
  )
  return {
    tables: Object.fromEntries(tables.map((table) => [table, all(columns, table).map(columnOf)])),
    indexes: Object.fromEntries(indexes),
    triggers: Object.fromEntries(all(entities, 'trigger').map(({ name, sql }) => [String(name), eventOf(sql)])),
  }
}

/** The key of an expression has no name, and neither has the ROWID. */
const keyOf = (name: unknown, descending: unknown): string => `${name ?? 'rowid'}${descending === 1 ? ' DESC' : ''}`

const columnOf = ({ name, type, required, value, pk }: Record<string, unknown>): SchemaColumn => ({
  name: String(name),
  type: String(type),
  required: required === 1,
  default: value === null || value === undefined ? null : defaultOf(String(value)),
  primary_key: Number(pk),
})

/** A default of another kind could hold any text. */
const defaultOf = (sql: string): string => (/^(-?\d{1,19}|NULL|'')$/.test(sql) ? sql : 'other')

const eventOf = (sql: unknown): string =>
  String(sql)
    .replaceAll(/\s+/g, ' ')
    .replace(/^CREATE TRIGGER (?:IF NOT EXISTS )?\S+ (.*?) ?(?:WHEN .*?)?\bBEGIN .*$/i, '$1')
    .trim()
