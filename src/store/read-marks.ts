/** Follows the marks of read_state.db from another process and reports each moved mark once. */
import { lstatSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import type { ConversationKey } from '../contract/ids.ts'
import { openOwnedDatabase } from './owned-database.ts'
import { markColumns, type ReadMark } from './read-state.ts'
import { isSqliteError } from './sqlite-error.ts'

export interface ReadMarks {
  /**
   * Returns the marks moved since the previous call. It is cheap: one `stat` and one pragma while nothing has changed.
   */
  moved(): ReadMark[]
  close(): void
}

interface Opened {
  db: DatabaseSync
  inode: number
}

/**
 * The web process creates the file, possibly later than this call; marks that exist at the beginning are not reported.
 */
export function followReadMarks(file: string): ReadMarks {
  const known = new Map<ConversationKey, number>()
  let open: Opened | undefined
  let seenVersion: unknown

  const close = () => {
    open?.db.close()
    open = undefined
    seenVersion = undefined
  }
  function changedMarks(): ReadMark[] {
    const inode = lstatSync(file, { throwIfNoEntry: false })?.ino
    if (inode !== open?.inode) close()
    if (inode === undefined) return []
    open ??= { db: openOwnedDatabase(file, { readOnly: true, timeout: 100 }), inode }
    const version = open.db.prepare('PRAGMA data_version').get()?.data_version
    if (version === seenVersion) return []
    const marks = open.db.prepare(`SELECT ${markColumns} FROM read_mark`).all() as unknown as ReadMark[]
    seenVersion = version
    return marks.filter(({ conversation, rowid }) => known.get(conversation) !== rowid)
  }
  function moved(): ReadMark[] {
    try {
      const marks = changedMarks()
      for (const { conversation, rowid } of marks) known.set(conversation, rowid)
      return marks
    } catch (error) {
      // The file is not migrated yet, or is being set aside: the web process is working on it.
      if (!isSqliteError(error)) throw error
      close()
      return []
    }
  }
  moved()
  return { moved, close }
}
