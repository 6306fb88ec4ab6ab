/**
 * Provides the floor of the journal: what a relay of many messages left in it, written once more into an empty journal
 * with the same tables and indexes, on the disk page by page. Nothing is decided, read back, or handed to anybody.
 */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { dirOf } from '../../../test/harness/bridge-process.ts'
import { processorSeconds, writtenMb } from '../../process-figures.ts'
import { type BareRelay, durably, pageSize } from './bare-relay.ts'

type Row = Record<string, SQLInputValue>

/** Writes what the journal holds of the newest `count` messages. */
export function sameRows(home: string, count: number): BareRelay {
  const dir = dirOf(home)
  const copy = join(dir.base, 'same-rows')
  for (const end of ['', '-wal', '-shm']) rmSync(`${copy}${end}`, { force: true })
  using journal = new DatabaseSync(dir.journalFile, { readOnly: true })
  using db = new DatabaseSync(copy)
  db.exec(durably)
  for (const { sql } of journal
    .prepare("SELECT sql FROM sqlite_master WHERE name NOT LIKE 'sqlite_%' ORDER BY rowid")
    .all())
    db.exec(String(sql))
  const newest = (table: string) => {
    const columns = columnsOf(journal, table).join(', ')
    return journal.prepare(`SELECT ${columns} FROM ${table} ORDER BY rowid DESC LIMIT ?`).all(count).reverse() as Row[]
  }
  const rows = { inbox: newest('inbox'), seen: newest('seen'), event: newest('event'), delivery: newest('delivery') }
  const writers = Object.keys(rows).map((table) => [table, inserting(db, table)] as const)
  const settle = db.prepare(`UPDATE delivery SET state = :state, attempts = :attempts, settled_at_ms = :settled_at_ms,
    duration_ms = :duration_ms WHERE seq = :seq`)
  const [usedBefore, writtenBefore] = [processorSeconds(process.pid), writtenMb(process.pid)]
  const startMs = performance.now()
  for (let from = 0; from < count; from += pageSize) {
    const page = (of: readonly Row[]) => of.slice(from, from + pageSize)
    committed(db, () => {
      for (const [table, write] of writers)
        for (const row of page(rows[table as keyof typeof rows])) write.run(table === 'delivery' ? pending(row) : row)
    })
    committed(db, () => {
      for (const { state, attempts, settled_at_ms, duration_ms, seq } of page(rows.delivery))
        settle.run({ state, attempts, settled_at_ms, duration_ms, seq } as Row)
    })
  }
  const seconds = (performance.now() - startMs) / 1_000
  return {
    perSecond: count / seconds,
    processorUs: ((processorSeconds(process.pid) - usedBefore) * 1e6) / count,
    writtenMb: ((writtenMb(process.pid) - writtenBefore) * 1_000) / count,
  }
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
