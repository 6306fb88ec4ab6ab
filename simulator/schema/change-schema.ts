/**
 * Gives a database the differences of schema that were reported of a Mac. The rows stay. What a report does not say is
 * made up: what a trigger does, and which rows a partial index holds.
 */
import type { DatabaseSync } from 'node:sqlite'
import type { SchemaColumn, SchemaDifferences, SchemaIndex } from '../../src/contract/database-schema.ts'

/** The connection has to be opened with `defensive: false`, since definitions of columns are rewritten. */
export function changeSchema(db: DatabaseSync, differences: SchemaDifferences): void {
  const triggers = db.prepare("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'").all()
  // SQLite refuses to change a table while a trigger names what is no longer there.
  for (const { name } of triggers) db.exec(`DROP TRIGGER ${quoted(String(name))}`)
  changeTables(db, differences)
  changeIndexes(db, differences)
  const missing = new Set(differences.triggers_missing)
  for (const { name, sql } of triggers)
    if (!missing.has(String(name)) && hasTable(db, String(sql))) db.exec(String(sql))
  for (const { name, event } of differences.triggers_added)
    db.exec(`CREATE TRIGGER ${quoted(name)} ${event} BEGIN SELECT 1; END`)
}

/** A trigger goes with its table. */
function hasTable(db: DatabaseSync, trigger: string): boolean {
  const [, table = ''] = /\bON (\w+)/.exec(trigger) ?? []
  return db.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?").get(table) !== undefined
}

function changeTables(db: DatabaseSync, differences: SchemaDifferences): void {
  const { tables_missing, tables_added, columns_missing, columns_added, columns_changed, indexes_added } = differences
  db.exec('PRAGMA foreign_keys = OFF')
  for (const index of differences.indexes_missing) if (!isAutomatic(index)) db.exec(`DROP INDEX ${quoted(index)}`)
  for (const table of tables_missing) db.exec(`DROP TABLE ${quoted(table)}`)
  for (const { name, columns } of tables_added) {
    const unique = indexes_added.filter((one) => one.index.table === name && isAutomatic(one.name))
    db.exec(
      tableSql(
        name,
        columns,
        unique.map(({ index }) => index),
      ),
    )
  }
  for (const place of columns_missing) {
    const [table = '', column = ''] = place.split('.')
    db.exec(`ALTER TABLE ${quoted(table)} DROP COLUMN ${quoted(column)}`)
  }
  for (const { table, column } of columns_added) {
    db.exec(`ALTER TABLE ${quoted(table)} ADD COLUMN ${quoted(column.name)} ${column.type}`)
    redefine(db, table, column)
  }
  for (const { table, column } of columns_changed) redefine(db, table, column)
}

function changeIndexes(db: DatabaseSync, { indexes_added }: SchemaDifferences): void {
  for (const { name, index } of indexes_added) if (!isAutomatic(name)) db.exec(indexSql(name, index))
}

/** SQLite makes these by itself, for what is unique. */
const isAutomatic = (index: string): boolean => index.startsWith('sqlite_autoindex_')

function indexSql(name: string, { table, keys, unique, partial }: SchemaIndex): string {
  const where = partial ? ` WHERE ${quoted(keys[0]?.replace(descending, '') ?? '')} IS NOT NULL` : ''
  return `CREATE ${unique ? 'UNIQUE ' : ''}INDEX ${quoted(name)} ON ${quoted(table)}(${keyList(keys)})${where}`
}

const descending = / DESC$/
const keyList = (keys: readonly string[]): string =>
  keys.map((key) => `${quoted(key.replace(descending, ''))}${descending.test(key) ? ' DESC' : ''}`).join(', ')

/** Some names are words of SQL. */
const quoted = (name: string): string => `"${name}"`

function tableSql(name: string, columns: readonly SchemaColumn[], unique: readonly SchemaIndex[]): string {
  const key = keyList(
    columns
      .filter(({ primary_key }) => primary_key > 0)
      .toSorted((one, other) => one.primary_key - other.primary_key)
      .map((column) => column.name),
  )
  const parts = [
    ...columns.map((column) => `${quoted(column.name)} ${column.type}${limits(column)}`),
    ...(key === '' ? [] : [`PRIMARY KEY (${key})`]),
    ...unique
      .map(({ keys }) => keyList(keys))
      .filter((keys) => keys !== key)
      .map((keys) => `UNIQUE (${keys})`),
  ]
  return `CREATE TABLE ${quoted(name)} (${parts.join(', ')})`
}

const limits = ({ required, default: value }: SchemaColumn): string =>
  `${required ? ' NOT NULL' : ''}${value === null ? '' : ` DEFAULT ${value === 'other' ? "'other'" : value}`}`

/** No statement of SQL changes the type or the default of a column; its rows are the same with either. */
function redefine(db: DatabaseSync, table: string, column: SchemaColumn): void {
  const { sql } = db.prepare("SELECT sql FROM sqlite_schema WHERE type = 'table' AND name = ?").get(table) ?? {}
  const [, head = '', body = ''] = /^(CREATE TABLE [^(]+\()(.*)\)$/s.exec(String(sql)) ?? []
  const definitions = partsOf(body).map((part) => {
    const [name = '', type = '', ...rest] = part.trim().split(/\s+/)
    if (name.replaceAll('"', '') !== column.name) return part.trim()
    const constraint = (/^[A-Z]+$/.test(type) ? rest : [type, ...rest]).join(' ')
    const others = constraint.replace(/\bNOT NULL\b/, '').replace(/\bDEFAULT (?:'[^']*'|\S+)/, '')
    return `${name} ${column.type}${limits(column)} ${others.trim()}`.trim()
  })
  db.exec('PRAGMA writable_schema = ON')
  db.prepare("UPDATE sqlite_schema SET sql = ? WHERE type = 'table' AND name = ?").run(
    `${head}${definitions.join(', ')})`,
    table,
  )
  db.exec('PRAGMA writable_schema = RESET')
}

/** Splits at the commas that lie in no brackets. */
function partsOf(list: string): string[] {
  const parts = ['']
  let depth = 0
  for (const letter of list) {
    if (letter === '(') depth++
    if (letter === ')') depth--
    if (letter === ',' && depth === 0) parts.push('')
    else parts[parts.length - 1] += letter
  }
  return parts
}
