/** Classifies errors of node:sqlite by SQLite's primary result code. */

const primaryCode = 0xff
const SQLITE_ERROR = 1
const SQLITE_BUSY = 5
const SQLITE_LOCKED = 6
const SQLITE_IOERR = 10
const SQLITE_CORRUPT = 11
const SQLITE_FULL = 13
const SQLITE_PROTOCOL = 15
const SQLITE_NOTADB = 26

export const isSqliteError = (error: unknown): boolean => resultCode(error) !== undefined

/**
 * Whether the same call may succeed later without anyone's doing: another process holds a lock, the disk is full or did
 * not answer. A broken file and a wrong statement stay as they are.
 */
export const isTransientSqliteError = (error: unknown): boolean => transient.includes(resultCode(error) ?? 0)
const transient = [SQLITE_BUSY, SQLITE_LOCKED, SQLITE_IOERR, SQLITE_FULL, SQLITE_PROTOCOL]

export const isStatementError = (error: unknown): boolean => resultCode(error) === SQLITE_ERROR
export const isBusy = (error: unknown): boolean => resultCode(error) === SQLITE_BUSY
export const isCorruption = (error: unknown): boolean =>
  resultCode(error) === SQLITE_CORRUPT || resultCode(error) === SQLITE_NOTADB

function resultCode(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('errcode' in error)) return undefined
  return typeof error.errcode === 'number' ? error.errcode & primaryCode : undefined
}
