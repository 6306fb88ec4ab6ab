/** Follows state/key_activity.db for the bridge: what is conspicuous about API keys and was not seen by their owner. */
import { lstatSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import type { KeyMarkKind } from '../contract/key-activity.ts'
import { openOwnedDatabase } from './owned-database.ts'
import { isSqliteError } from './sqlite-error.ts'

interface UnseenMark {
  /** The id of the key. */
  key: string
  kind: KeyMarkKind
  atMs: number
}

export interface UnseenKeyMarks {
  /** Returns the unseen marks, or those found last while the file cannot be read. */
  unseen(): readonly UnseenMark[]
  close(): void
}

/** Names the keys of the marks; a key that was revoked has nothing left to look at. */
export const marksOfKeys = (
  marks: readonly UnseenMark[],
  keys: readonly { id: string; label: string }[],
): { id: string; label: string; kind: KeyMarkKind; atMs: number }[] =>
  marks.flatMap(({ key, kind, atMs }) => {
    const found = keys.find(({ id }) => id === key)
    return found === undefined ? [] : [{ id: key, label: found.label, kind, atMs }]
  })

/** The web process creates the file, possibly later than this call. */
export function followKeyMarks(file: string): UnseenKeyMarks {
  let open: { db: DatabaseSync; inode: number } | undefined
  let seenVersion: unknown
  let found: readonly UnseenMark[] = []

  const close = () => {
    open?.db.close()
    open = undefined
    seenVersion = undefined
  }
  function read(): readonly UnseenMark[] {
    const inode = lstatSync(file, { throwIfNoEntry: false })?.ino
    if (inode !== open?.inode) close()
    if (inode === undefined) return []
    open ??= { db: openOwnedDatabase(file, { readOnly: true, timeout: 100 }), inode }
    const version = open.db.prepare('PRAGMA data_version').get()?.data_version
    if (version === seenVersion) return found
    const marks = open.db.prepare('SELECT api_key, kind, at_ms FROM key_mark WHERE is_seen = 0 ORDER BY at_ms').all()
    seenVersion = version
    return marks.map(({ api_key, kind, at_ms }) => ({
      key: String(api_key),
      kind: kind as KeyMarkKind,
      atMs: Number(at_ms),
    }))
  }
  return {
    unseen() {
      try {
        found = read()
      } catch (error) {
        // The file is not migrated yet, or is being set aside: the web process is working on it.
        if (!isSqliteError(error)) throw error
        close()
      }
      return found
    },
    close,
  }
}
