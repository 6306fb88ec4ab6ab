/** Reads search.db while its writer changes it. */
import { lstatSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import { limitTo } from '../../base/sql-parameter.ts'
import { openOwnedDatabase } from '../owned-database.ts'
import { isCorruption } from '../sqlite-error.ts'
import type { PartyKind } from './writer.ts'

export interface FoundDocument {
  id: number
  source: number
}

export interface Party {
  number: number
  kind: PartyKind
  key: string
}

export interface IndexReader {
  /** Returns the newest first. `expression` is an FTS5 expression. */
  find(match: { expression: string; from: number; below: number; limit: number }): FoundDocument[]
  parties(afterNumber: number): Party[]
  /** Returns whether the path still names this file. */
  isCurrent(): boolean
  close(): void
}

export type OpenedReader = IndexReader | 'absent'

const busyTimeoutMs = 2_000
const cacheKib = 2 * 1024

export function openIndexReader(path: string): OpenedReader {
  const inode = inodeOf(path)
  if (inode === undefined) return 'absent'
  const db = openOwnedDatabase(path, { readOnly: true, timeout: busyTimeoutMs })
  try {
    if (!hasTables(db)) {
      db.close()
      return 'absent'
    }
    return { ...queriesOf(db), isCurrent: () => inodeOf(path) === inode, close: () => db.close() }
  } catch (error) {
    db.close()
    throw error
  }
}

export const isDamage = isCorruption

const inodeOf = (path: string): number | undefined => lstatSync(path, { throwIfNoEntry: false })?.ino

/** The writer may have created the file but not its tables yet. */
const hasTables = (db: DatabaseSync): boolean =>
  db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'meta'").get() !== undefined

/**
 * Ids are passed as BigInts: a number would be bound as a floating-point value, by which the full-text index cannot
 * seek.
 */
function queriesOf(db: DatabaseSync): Pick<IndexReader, 'find' | 'parties'> {
  db.exec(`PRAGMA query_only = 1; PRAGMA cache_size = -${cacheKib}`)
  const find = db.prepare(`SELECT rowid AS id, (SELECT source FROM doc WHERE doc.id = words.rowid) AS source FROM words
    WHERE words MATCH ? AND rowid >= ? AND rowid < ? ORDER BY rowid DESC ${limitTo('?')}`)
  const parties = db.prepare('SELECT number, kind, key FROM party WHERE number > ? ORDER BY number')
  return {
    find: ({ expression, from, below, limit }) =>
      find
        .all(expression, BigInt(from), BigInt(below), limit)
        .filter(({ source }) => source !== null) as unknown as FoundDocument[],
    parties: (afterNumber) => parties.all(afterNumber) as unknown as Party[],
  }
}
