/** A lock between processes that dies with its holder: SQLite's exclusive lock, held open on an empty file. */
import { closeSync, constants, ftruncateSync } from 'node:fs'
import { openOwnedDatabase } from './owned-database.ts'
import { createOwned, openOwned } from './owned-file.ts'
import { isBusy, isCorruption } from './sqlite-error.ts'

export interface FileLock {
  release(): void
}

const defaultWaitMs = 30_000

/** Undefined when another holds it for longer than `waitMs`. The thread waits: keep it short or do it at start. */
export function tryLock(path: string, waitMs = 0): FileLock | undefined {
  createOwned(path)
  try {
    return lockExclusively(path, waitMs)
  } catch (error) {
    if (isBusy(error)) return undefined
    if (!isCorruption(error)) throw error
  }
  emptyInPlace(path)
  return tryLock(path, waitMs)
}

/** Runs `work` while no other process is in the same place. */
export function withLock<T>(path: string, work: () => T, waitMs = defaultWaitMs): T {
  const lock = tryLock(path, waitMs)
  if (!lock) throw new Error(`${path} was held by another process for more than ${waitMs} ms`)
  try {
    return work()
  } finally {
    lock.release()
  }
}

function lockExclusively(path: string, waitMs: number): FileLock {
  const db = openOwnedDatabase(path, { timeout: waitMs })
  try {
    // In memory, since a journal file could not be begun on a full disk.
    db.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
  } catch (error) {
    db.close()
    throw error
  }
  return { release: () => db.isOpen && db.close() }
}

/** The content of a lock file means nothing; replacing the file instead would let two processes lock two of them. */
function emptyInPlace(path: string): void {
  const fd = openOwned(path, constants.O_WRONLY)
  ftruncateSync(fd, 0)
  closeSync(fd)
}
