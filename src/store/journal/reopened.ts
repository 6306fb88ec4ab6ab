/** Opens a read-only connection to the journal once there is a journal, and again when another file is in its place. */
import { lstatSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import { openOwnedDatabase } from '../owned-database.ts'
import { isSqliteError } from '../sqlite-error.ts'

export interface Reopened {
  /**
   * Returns `otherwise` while there is no journal, or one that is being created, damaged or of another release:
   * repairing it is the bridge's task.
   */
  read<T>(query: (db: DatabaseSync) => T, otherwise: T): T
  close(): void
}

/**
 * Readers of a WAL only wait for a process that rebuilds it; the timeout is short because others wait behind the
 * caller.
 */
const busyTimeoutMs = 100

export const openToRead = (path: string): DatabaseSync =>
  openOwnedDatabase(path, { readOnly: true, timeout: busyTimeoutMs })

export function reopened(path: string): Reopened {
  let open: { db: DatabaseSync; file: string } | undefined
  const close = () => {
    open?.db.close()
    open = undefined
  }
  const current = (): DatabaseSync | undefined => {
    const file = identityOf(path)
    if (open?.file !== file) close()
    if (file === undefined) return undefined
    open ??= { db: openToRead(path), file }
    return open.db
  }
  return {
    close,
    read<T>(query: (db: DatabaseSync) => T, otherwise: T): T {
      try {
        const db = current()
        return db === undefined ? otherwise : query(db)
      } catch (error) {
        close()
        if (isSqliteError(error)) return otherwise
        throw error
      }
    },
  }
}

/** Returns undefined while there is no file, and another value when another file is in its place. */
export function identityOf(path: string): string | undefined {
  const stats = lstatSync(path, { throwIfNoEntry: false })
  return stats && `${stats.dev}:${stats.ino}`
}
