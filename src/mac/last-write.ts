/** Tells whether a database was written to since it was last looked at, without opening it. */
import { type BigIntStats, statSync } from 'node:fs'

export interface LastWrite {
  /** Changes where another file lies there. */
  files: string
  /** Changes with every commit, except with one that comes within the same tick of the clock as another. */
  write: string
}

/** A database that may not be looked at counts as one that was not written to, until it may. */
export function lastWriteTo(database: string): LastWrite {
  const stats = [database, `${database}-wal`].map(statsOf)
  return {
    files: stats.map((file) => file?.ino).join(' '),
    write: stats.map((file) => `${file?.ino} ${file?.size} ${file?.mtimeNs}`).join(' '),
  }
}

/** Undefined where there is no file, and where macOS denies access to it. */
function statsOf(path: string): BigIntStats | undefined {
  try {
    return statSync(path, { bigint: true })
  } catch {
    return undefined
  }
}
