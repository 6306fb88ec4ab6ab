/**
 * Opens a SQLite file of ours: private, crash-safe, and migrated to the schema of this release. A damaged file is set
 * aside and recreated.
 */
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
  /**
   * Applied in order, each in its own transaction; `PRAGMA user_version` counts them. Append to this list, and never
   * change an entry.
   */
  migrations: readonly string[]
  /**
   * With FULL, a commit survives power loss. With NORMAL, power loss may undo the last commits, but the file stays
   * whole.
   */
  synchronous: 'FULL' | 'NORMAL'
  onQuarantine?: (quarantined: Quarantined) => void
  /**
   * With `schema`, a file that can be recreated is not read completely at every opening; its damage shows when it is
   * reached.
   */
  check?: 'everything' | 'schema'
}

export interface Quarantined {
  /** The place to which the damaged file was moved. */
  path: string
  reason: string
}

export interface OpenedSqlite {
  db: DatabaseSync
  /** The place to which a damaged file was moved; `db` is then empty. */
  quarantined?: string
}

const busyTimeoutMs = 5_000
/** Higher than the number of migrations will ever be; a version beyond it means that the header is damaged. */
const highestVersion = 9_999
const walLimitBytes = 16 * 1024 * 1024
/** A quarter of SQLite's own limit, for each connection: the system holds the same pages in its cache. */
const cacheKib = 512

/**
 * Only one process at a time opens, checks, migrates or sets aside, so that none sets aside what another has just
 * created.
 */
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

/** SQLite gives -wal and -shm the mode of the database, so the database gets its mode before its first byte. */
function preparePrivate(path: string): void {
  createOwned(path)
  for (const each of [path, ...companions.map((suffix) => path + suffix)]) {
    const stats = inspectOwned(each)
    if (stats) narrowMode(each, stats)
  }
}

/** Returns a description of the damage, if there is any. */
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
    // These statements are always the same, so an error in them comes from the file, for example from its format
    // number.
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
    PRAGMA cache_size = -${cacheKib};
    PRAGMA trusted_schema = OFF;
  `)
  // Only macOS needs this: fsync there does not reach the platter.
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

/**
 * Compares the schema, since a database that is whole may still belong to another program, be mixed with another's
 * -wal, or have a bit flipped in the name of a column.
 */
function missingParts(db: DatabaseSync, migrations: readonly string[]): string | undefined {
  const model = new DatabaseSync(':memory:')
  migrate(model, migrations)
  const present = new Set(partsOf(db))
  const missing = partsOf(model).filter((part) => !present.has(part))
  model.close()
  return missing.length ? `missing: ${missing.join(', ')}` : undefined
}

/** Returns the names of tables, indexes and triggers, and the columns of all tables. */
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
