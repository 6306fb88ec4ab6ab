/** Copies of SQLite files as they stand at one moment, while others write to them; and whether a file is whole. */
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

/** In one file, without what was deleted. `to` must not be there. */
export function copySqlite(from: string, to: string): void {
  const db = openOwnedDatabase(from, { timeout: waitMs })
  try {
    db.prepare('VACUUM INTO ?').run(to)
  } finally {
    db.close()
  }
}

/** What is wrong with it; undefined when it is whole. */
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
