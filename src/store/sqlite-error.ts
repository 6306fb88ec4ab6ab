/** Classifies errors of node:sqlite by SQLite's primary result code. */

const primaryCode = 0xff
const SQLITE_ERROR = 1
const SQLITE_BUSY = 5
const SQLITE_CORRUPT = 11
const SQLITE_NOTADB = 26

export const isSqliteError = (error: unknown): boolean => resultCode(error) !== undefined
export const isStatementError = (error: unknown): boolean => resultCode(error) === SQLITE_ERROR
export const isBusy = (error: unknown): boolean => resultCode(error) === SQLITE_BUSY
export const isCorruption = (error: unknown): boolean =>
  resultCode(error) === SQLITE_CORRUPT || resultCode(error) === SQLITE_NOTADB

function resultCode(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('errcode' in error)) return undefined
  return typeof error.errcode === 'number' ? error.errcode & primaryCode : undefined
}
