// Types for a table, a column, an index and a trigger as data, with short ways to write columns.

import type { Span } from './macos-version.ts'

export interface Column extends Span {
  name: string
  type: string
  /** NOT NULL, DEFAULT, REFERENCES …, as SQL spells them after the type. */
  constraint?: string
}

export interface Table extends Span {
  name: string
  columns: readonly Column[]
  /** UNIQUE (…), PRIMARY KEY (…), CHECK (…) over several columns. */
  constraints?: readonly string[]
}

export interface Index extends Span {
  name: string
  table: string
  columns: string
  where?: string
}

export interface Trigger extends Span {
  name: string
  /** The event, such as `AFTER DELETE ON message`. */
  event: string
  when?: string
  effects: readonly string[]
}

type Rest = Span & { constraint?: string }

export const integer = (name: string, rest: Rest = {}): Column => ({ name, type: 'INTEGER', ...rest })
export const text = (name: string, rest: Rest = {}): Column => ({ name, type: 'TEXT', ...rest })
export const blob = (name: string, rest: Rest = {}): Column => ({ name, type: 'BLOB', ...rest })

export const notNull: Rest = { constraint: 'NOT NULL' }
export const uniqueNotNull: Rest = { constraint: 'UNIQUE NOT NULL' }

/** Makes integer columns that default to 0, from names separated by spaces. */
export const zeros = (names: string, span: Span = {}): Column[] =>
  names.split(' ').map((name) => integer(name, { ...span, constraint: 'DEFAULT 0' }))

/** Makes text columns without a default, from names separated by spaces. */
export const texts = (names: string, span: Span = {}): Column[] => names.split(' ').map((name) => text(name, span))

export const rowId: Column = integer('ROWID', { constraint: 'PRIMARY KEY AUTOINCREMENT' })
export const uniqueRowId: Column = integer('ROWID', { constraint: 'PRIMARY KEY AUTOINCREMENT UNIQUE' })

export const owned = (name: string, table: string): Column =>
  integer(name, { constraint: `REFERENCES ${table} (ROWID) ON DELETE CASCADE` })

export const bound = (name: string, table: string): Column =>
  integer(name, { constraint: `NOT NULL REFERENCES ${table}(ROWID) ON UPDATE CASCADE ON DELETE CASCADE` })
