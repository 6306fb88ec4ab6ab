/** Opens a SQLite file of ours: private, crash-safe, of the schema this release knows; a damaged one is set aside and begun anew. */
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { ServiceError } from '../domain/service-error.ts'
import { withLock } from './file-lock.ts'
import { companions, openOwnedDatabase } from './owned-database.ts'
import { createOwned, inspectOwned, narrowMode } from './owned-file.ts'
import { setAside } from './set-aside.ts'
import { isCorruption, isStatementError } from './sqlite-error.ts'

export interface SqliteFile {
  path: string
  /** Applied in order, each in a transaction of its own; `PRAGMA user_version` counts them. Only ever append. */
  migrations: readonly string[]
  /** FULL: a commit survives power loss. NORMAL: the last commits may be undone by it, the file stays whole. */
  synchronous: 'FULL' | 'NORMAL'
  onQuarantine?: (quarantined: Quarantined) => void
  /** `schema`: a file that can be made anew is not read through at every opening; its damage shows when it is met. */
  check?: 'everything' | 'schema'
}

export interface Quarantined {
  /** Where the damaged file lies now. */
  path: string
  reason: string
}

export interface OpenedSqlite {
  db: DatabaseSync
  /** Set when the file was damaged: where it lies now. `db` is then empty. */
  quarantined?: string
}

const busyTimeoutMs = 5_000
/** Beyond any number of migrations that there will ever be: then the header is damaged. */
const highestVersion = 9_999
const walLimitBytes = 16 * 1024 * 1024

/** Only one process at a time opens, checks, migrates or sets aside, so that none sets aside what another has just begun. */
export function openSqlite(file: SqliteFile): OpenedSqlite {
  return withLock(join(dirname(file.path), 'open.lock'), () => openOrBeginAnew(file))
}

function openOrBeginAnew(file: SqliteFile): OpenedSqlite {
  const opened = openWhole(file)
  if (opened instanceof DatabaseSync) return { db: opened }
  const quarantined = setAside(file.path, { suffixes: companions })
  file.onQuarantine?.({ path: quarantined, reason: opened.damage })
  const anew = openWhole(file)
  if (anew instanceof DatabaseSync) return { db: anew, quarantined }
  throw new Error(`${file.path} is damaged again right after it was begun anew: ${anew.damage}`)
}

function openWhole(file: SqliteFile): DatabaseSync | { damage: string } {
  preparePrivate(file.path)
  const db = openOwnedDatabase(file.path, { timeout: busyTimeoutMs })
  try {
    const damage = prepareDatabase(db, file)
    if (damage === undefined) return db
    db.close()
    return { damage }
  } catch (error) {
    db.close()
    if (isCorruption(error)) return { damage: (error as Error).message }
    throw error
  }
}

/** SQLite gives -wal and -shm the mode of the database, so the database has it from the first byte. */
function preparePrivate(path: string): void {
  createOwned(path)
  for (const each of [path, ...companions.map((suffix) => path + suffix)]) {
    const stats = inspectOwned(each)
    if (stats) narrowMode(each, stats)
  }
}

/** Returns what is damaged, if anything is. */
function prepareDatabase(db: DatabaseSync, file: SqliteFile): string | undefined {
  const damage = inspect(db, file)
  if (damage !== undefined) return damage
  migrate(db, file.migrations)
  return missingParts(db, file.migrations)
}

function inspect(db: DatabaseSync, { path, migrations, synchronous, check }: SqliteFile): string | undefined {
  try {
    const version = Number(pragma(db, 'user_version'))
    if (version < 0 || version > highestVersion) return `user_version is ${version}`
    if (version > migrations.length) throw newer(path, version, migrations.length)
    configure(db, synchronous)
    if (check === 'schema') return undefined
    const verdict = pragma(db, 'quick_check(1)')
    return verdict === 'ok' ? undefined : String(verdict)
  } catch (error) {
    // These statements are always the same, so that an error in them is one of the file: its format number, say.
    if (isStatementError(error)) return (error as Error).message
    throw error
  }
}

const newer = (path: string, version: number, known: number) =>
  new ServiceError('journal_newer', `${path} has schema ${version}, this release knows ${known}.`, { path })

function configure(db: DatabaseSync, synchronous: SqliteFile['synchronous']): void {
  db.exec(`
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = ${synchronous};
    PRAGMA journal_size_limit = ${walLimitBytes};
    PRAGMA trusted_schema = OFF;
  `)
  // macOS alone: fsync there does not reach the platter.
  if (process.platform === 'darwin') db.exec('PRAGMA fullfsync = 1; PRAGMA checkpoint_fullfsync = 1')
}

function migrate(db: DatabaseSync, migrations: readonly string[]): void {
  for (let version = Number(pragma(db, 'user_version')); version < migrations.length; version++) {
    db.exec('BEGIN IMMEDIATE')
    try {
      db.exec(`${migrations[version]}; PRAGMA user_version = ${version + 1}`)
      db.exec('COMMIT')
    } catch (error) {
      if (db.isTransaction) db.exec('ROLLBACK')
      throw error
    }
  }
}

/** A whole database may still be another's, mixed with another's -wal, or have a bit flipped in the name of a column. */
function missingParts(db: DatabaseSync, migrations: readonly string[]): string | undefined {
  const model = new DatabaseSync(':memory:')
  migrate(model, migrations)
  const present = new Set(partsOf(db))
  const missing = partsOf(model).filter((part) => !present.has(part))
  model.close()
  return missing.length ? `missing: ${missing.join(', ')}` : undefined
}

/** Tables, indexes and triggers, and the columns of all tables. */
const partsOf = (db: DatabaseSync): string[] =>
  db
    .prepare(
      `SELECT name FROM sqlite_schema
       UNION SELECT t.name || '.' || c.name FROM sqlite_schema t JOIN pragma_table_info(t.name) c WHERE t.type = 'table'`,
    )
    .all()
    .map(({ name }) => String(name))

function pragma(db: DatabaseSync, name: string): unknown {
  return Object.values(db.prepare(`PRAGMA ${name}`).get() ?? {})[0]
}
