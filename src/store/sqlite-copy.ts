/** Copies SQLite files as they are at one moment, while others write to them, and checks whether a file is whole. */
import { closeSync, constants, openSync, readSync } from 'node:fs'
import { openOwnedDatabase } from './owned-database.ts'
import { isCorruption } from './sqlite-error.ts'

const waitMs = 5_000
const mark = 'SQLite format 3\0'

export function isSqlite(path: string): boolean {
  const fd = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  try {
    const head = Buffer.alloc(mark.length)
    return readSync(fd, head, 0, mark.length, 0) === mark.length && head.toString('latin1') === mark
  } finally {
    closeSync(fd)
  }
}

/** Copies into one file, without deleted content, and leaves the original as it is. `to` must not exist. */
export function copySqlite(from: string, to: string): void {
  const db = openOwnedDatabase(from, { readOnly: true, timeout: waitMs })
  try {
    db.prepare('VACUUM INTO ?').run(to)
  } finally {
    db.close()
  }
}

/** Returns a description of the damage, or undefined when the file is whole. */
export function sqliteDamage(path: string): string | undefined {
  const db = openOwnedDatabase(path, { readOnly: true, timeout: waitMs })
  try {
    const verdict = String(Object.values(db.prepare('PRAGMA integrity_check(1)').get() ?? {})[0])
    return verdict === 'ok' ? undefined : verdict
  } catch (error) {
    if (isCorruption(error)) return (error as Error).message
    throw error
  } finally {
    db.close()
  }
}
