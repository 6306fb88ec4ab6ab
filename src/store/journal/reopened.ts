/** A connection to the journal for those who only read it: made when there is a journal, and anew when another lies there. */
import { lstatSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import { openOwnedDatabase } from '../owned-database.ts'
import { isSqliteError } from '../sqlite-error.ts'

export interface Reopened {
  /** `otherwise` while there is no journal, and for one that is being made, damaged or of another release: to mend it is the bridge's affair. */
  read<T>(query: (db: DatabaseSync) => T, otherwise: T): T
  close(): void
}

/** Readers of a WAL wait for nobody but who rebuilds it; whoever asks has others waiting behind. */
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

/** Undefined while there is no file; another value when another lies there. */
export function identityOf(path: string): string | undefined {
  const stats = lstatSync(path, { throwIfNoEntry: false })
  return stats && `${stats.dev}:${stats.ino}`
}
