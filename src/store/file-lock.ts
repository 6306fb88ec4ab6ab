/**
 * Locks between processes, until the holder dies at the latest: with SQLite's exclusive lock, held on an empty file.
 */
import { closeSync, constants, ftruncateSync } from 'node:fs'
import { openOwnedDatabase } from './owned-database.ts'
import { createOwned, openOwned } from './owned-file.ts'
import { isBusy, isCorruption } from './sqlite-error.ts'

export interface FileLock {
  release(): void
}

const defaultWaitMs = 30_000

/**
 * Returns undefined when another holder keeps it for longer than `waitMs`. The thread blocks meanwhile: keep the wait
 * short, or do it at start.
 */
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

/** Runs `work` while it holds the lock, so that no other process runs under the same lock. */
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
    // The journal is kept in memory, since a journal file could not be created on a full disk.
    db.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
  } catch (error) {
    db.close()
    throw error
  }
  return { release: () => db.isOpen && db.close() }
}

/**
 * The content of a lock file means nothing. Replacing the file instead would let two processes each lock a file of
 * their own.
 */
function emptyInPlace(path: string): void {
  const fd = openOwned(path, constants.O_WRONLY)
  ftruncateSync(fd, 0)
  closeSync(fd)
}
