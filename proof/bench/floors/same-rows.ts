/**
 * Provides the floor of the journal: what a relay of many messages left in it, written once more into an empty journal
 * with the same tables and indexes, on the disk page by page. Nothing is decided, read back, or handed to anybody.
 */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { dirOf } from '../../../test/harness/bridge-process.ts'
import { processorSeconds } from '../../process-figures.ts'
import { durably, pageSize } from './bare-relay.ts'

type Row = Record<string, SQLInputValue>

/**
 * Writes what the journal holds of the newest `count` messages. Returns the processor time for each of them, in
 * microseconds.
 */
export function sameRows(home: string, count: number): number {
  const dir = dirOf(home)
  const copy = join(dir.base, 'same-rows')
  for (const end of ['', '-wal', '-shm']) rmSync(`${copy}${end}`, { force: true })
  using journal = new DatabaseSync(dir.journalFile, { readOnly: true })
  using db = new DatabaseSync(copy)
  db.exec(durably)
  const schema = journal.prepare("SELECT sql FROM sqlite_master WHERE name NOT LIKE 'sqlite_%' ORDER BY rowid")
  for (const { sql } of schema.all()) db.exec(String(sql))
  const newest = (table: string) => {
    const columns = columnsOf(journal, table).join(', ')
    return journal.prepare(`SELECT ${columns} FROM ${table} ORDER BY rowid DESC LIMIT ?`).all(count).reverse() as Row[]
  }
  const deliveries = newest('delivery')
  const taken = {
    inbox: newest('inbox'),
    seen: newest('seen'),
    event: newest('event'),
    delivery: deliveries.map(pending),
  }
  const writers = Object.entries(taken).map(([table, rows]) => ({ rows, insert: inserting(db, table) }))
  const settle = db.prepare(`UPDATE delivery SET state = :state, attempts = :attempts, settled_at_ms = :settled_at_ms,
    duration_ms = :duration_ms WHERE seq = :seq`)
  const usedBefore = processorSeconds(process.pid)
  for (let from = 0; from < count; from += pageSize) {
    const page = (rows: readonly Row[]) => rows.slice(from, from + pageSize)
    committed(db, () => {
      for (const { rows, insert } of writers) for (const row of page(rows)) insert.run(row)
    })
    committed(db, () => {
      for (const { state, attempts, settled_at_ms, duration_ms, seq } of page(deliveries))
        settle.run({ state, attempts, settled_at_ms, duration_ms, seq } as Row)
    })
  }
  return ((processorSeconds(process.pid) - usedBefore) * 1e6) / count
}

/** As it is when the message has been taken in. */
const pending = (row: Row): Row => ({ ...row, state: 'pending', attempts: 0, settled_at_ms: null, duration_ms: null })

/** Leaves out columns that are generated. */
const columnsOf = (db: DatabaseSync, table: string): string[] =>
  db
    .prepare('SELECT name FROM pragma_table_info(?)')
    .all(table)
    .map(({ name }) => String(name))

function inserting(db: DatabaseSync, table: string): StatementSync {
  const names = columnsOf(db, table)
  return db.prepare(`INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map((name) => `:${name}`).join(', ')})`)
}

function committed(db: DatabaseSync, write: () => void): void {
  db.exec('BEGIN')
  write()
  db.exec('COMMIT')
}
