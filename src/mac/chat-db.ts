/** Opens chat.db over one long-lived read-only connection, and turns failures into errors with a remedy. */
import { closeSync, openSync, readSync, statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { ServiceError } from '../domain/service-error.ts'
import { columnsOf, type Features, probeFeatures } from './features.ts'

/**
 * Identifies the files behind a path: the database, its write-ahead log and its index. They change when Messages, a
 * restore or a migration replaces them. A reader keeps the files that it opened: it would never see a new log, and
 * would read rubbish by means of an old index.
 */
export interface FileIdentity {
  device: number
  inode: number
  /** Undefined while there is no log. */
  logInode: number | undefined
  /** Undefined while there is no index. */
  indexInode: number | undefined
}

export interface ChatDb {
  db: DatabaseSync
  features: Features
  /** Whether a column that only some versions of macOS have is present. */
  has(table: string, column: string): boolean
  identity: FileIdentity
  close(): void
}

const busyTimeoutMs = 1_000

/**
 * Files that are replaced one by one during opening leave it unclear which were opened, so opening is repeated up to
 * this often.
 */
const mostExchanged = 3

interface Opening {
  platform?: NodeJS.Platform
  /** Opens the database at a path or a `file:` URL. */
  open?: (location: string | URL) => DatabaseSync
}

const openReadOnly = (location: string | URL) => new DatabaseSync(location, { readOnly: true, timeout: busyTimeoutMs })

export function openChatDb(path: string, { platform, open = openReadOnly }: Opening = {}): ChatDb {
  try {
    return openSettled(path, open, mostExchanged)
  } catch (error) {
    throw explain(error, path, platform)
  }
}

/**
 * macOS 26.3 was seen to refuse to open the database although its file could be read. SQLite opens the index of the log
 * for writing first; the second way asks for reading it only. Opening without the log (`immutable`) is no way: it shows
 * neither the newest messages nor that they are missing.
 */
function openEitherWay(path: string, open: NonNullable<Opening['open']>) {
  try {
    return probed(open(path))
  } catch (error) {
    if (!isRefusal(error) || !canBeRead(path)) throw error
    return probed(open(new URL(`${pathToFileURL(path)}?mode=ro&readonly_shm=1`)))
  }
}

function openSettled(path: string, open: NonNullable<Opening['open']>, again: number): ChatDb {
  const { device, inode, ...before } = fileIdentity(path)
  const chatDb = openEitherWay(path, open)
  // Opening creates a log and an index where there are none; those may be ours, or ones that appeared meanwhile.
  const identity = { ...fileIdentity(path), device, inode }
  if (again === 0 || sameFile(identity, { device, inode, ...before })) return { ...chatDb, identity }
  chatDb.close()
  return openSettled(path, open, again - 1)
}

function probed(db: DatabaseSync): Omit<ChatDb, 'identity'> {
  try {
    db.exec('PRAGMA query_only = 1')
    const columns = columnsOf(db)
    const features = probeFeatures(columns)
    db.prepare('SELECT 1 FROM message LIMIT 1').get()
    return { db, features, has: (table, column) => columns(table).has(column), close: () => db.close() }
  } catch (error) {
    db.close()
    throw error
  }
}

export function fileIdentity(path: string): FileIdentity {
  const { dev, ino } = statSync(path)
  return { device: dev, inode: ino, logInode: inodeOf(`${path}-wal`), indexInode: inodeOf(`${path}-shm`) }
}

const inodeOf = (path: string): number | undefined => statSync(path, { throwIfNoEntry: false })?.ino

/** Compares the database files only, regardless of their logs. */
export const sameDatabase = (a: FileIdentity, b: FileIdentity): boolean => a.device === b.device && a.inode === b.inode

export const sameFile = (a: FileIdentity, b: FileIdentity): boolean =>
  sameDatabase(a, b) && a.logInode === b.logInode && a.indexInode === b.indexInode

/** Primary result codes of SQLite that have a remedy of their own. */
const sqlite = {
  error: 1,
  perm: 3,
  busy: 5,
  locked: 6,
  readonly: 8,
  ioerr: 10,
  corrupt: 11,
  cantOpen: 14,
  auth: 23,
  notADb: 26,
}

/** SQLite has no code of its own for a statement that names what is not there (any more). */
const schemaChanged = /^no such (column|table): /

const refusals = [sqlite.perm, sqlite.readonly, sqlite.cantOpen, sqlite.auth]

const primaryCode = (error: unknown): number | undefined => {
  const { errcode } = error as { errcode?: number }
  return errcode === undefined ? undefined : errcode & 0xff
}

const isRefusal = (error: unknown): boolean => refusals.includes(primaryCode(error) ?? 0)

/** Whether macOS lets this process read the file itself. */
function canBeRead(path: string): boolean {
  try {
    const file = openSync(path, 'r')
    try {
      return readSync(file, Buffer.alloc(1)) === 1
    } finally {
      closeSync(file)
    }
  } catch {
    return false
  }
}

/** Turns a failure to read chat.db into a ServiceError; errors that do not concern chat.db are returned unchanged. */
export function explain(error: unknown, path: string, platform: NodeJS.Platform = process.platform): unknown {
  if (error instanceof ServiceError || !(error instanceof Error)) return error
  const { code } = error as { code?: string }
  const details = { path, program: process.execPath, reason: error.message }
  const failure = (...[name, what]: ConstructorParameters<typeof ServiceError>) =>
    new ServiceError(name, what, details, { cause: error })
  if (code === 'ENOENT')
    return platform === 'darwin'
      ? failure('messages_unavailable', 'There is no Messages database yet.')
      : failure('not_macos', 'This is not a Mac, and there is no Messages database.')
  if (code === 'EPERM' || code === 'EACCES') return failure('messages_unreadable', 'macOS denies access to Messages.')
  if (isRefusal(error))
    return failure(
      'messages_unreadable',
      canBeRead(path)
        ? 'macOS lets the Messages database be read, but not opened.'
        : 'macOS denies access to Messages.',
    )
  switch (primaryCode(error)) {
    case sqlite.error:
      // A macOS upgrade may drop or rename what the open connection was prepared for. The next opening looks anew.
      if (!schemaChanged.test(error.message)) return error
      return failure('messages_schema_unknown', 'The Messages database has an unknown format.')
    case sqlite.busy:
    case sqlite.locked:
      return failure('messages_busy', 'The Messages database is locked.')
    case sqlite.corrupt:
    case sqlite.ioerr:
    case sqlite.notADb:
      return failure('messages_corrupt', 'The Messages database cannot be read.')
    default:
      return error
  }
}
