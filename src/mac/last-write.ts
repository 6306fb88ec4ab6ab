/** Tells whether a database was written to since it was last looked at, without opening it. */
import { statSync } from 'node:fs'

export interface LastWrite {
  /** Changes where another file lies there. */
  files: string
  /** Changes with every commit, except with one that comes within the same tick of the clock as another. */
  write: string
}

export function lastWriteTo(database: string): LastWrite {
  const stats = [database, `${database}-wal`].map((path) => statSync(path, { bigint: true, throwIfNoEntry: false }))
  return {
    files: stats.map((file) => file?.ino).join(' '),
    write: stats.map((file) => `${file?.ino} ${file?.size} ${file?.mtimeNs}`).join(' '),
  }
}
