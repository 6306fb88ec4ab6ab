/** search.db for those who ask, beside its writer. */
import { lstatSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import { openOwnedDatabase } from '../owned-database.ts'
import { isCorruption } from '../sqlite-error.ts'
import type { PartyKind } from './writer.ts'

export interface Found {
  id: number
  source: number
}

export interface Party {
  number: number
  kind: PartyKind
  key: string
}

export interface Tally {
  sent: number
  received: number
  /** Messages from and to each person, by number. */
  people: { number: number; count: number }[]
}

/** How many documents have ids between a multiple of a number and the next. */
export interface Stretch {
  stretch: number
  count: number
}

export interface IndexReader {
  /** Newest first. `expression` is one of FTS5. */
  find(match: { expression: string; from: number; below: number; limit: number }): Found[]
  parties(afterNumber: number): Party[]
  /** Of documents from an id on. */
  tally(from: number): Tally
  /** The same by `idsInStretch` consecutive ids, one after the other: there are many. */
  stretches(from: number, idsInStretch: number): Iterable<Stretch>
  /** Whether the path still names this file. */
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

/** The writer may have made the file and not yet its tables. */
const hasTables = (db: DatabaseSync): boolean =>
  db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'meta'").get() !== undefined

/** Ids go in as BigInts: a number arrives as a floating-point value, by which the full-text index cannot seek. */
function queriesOf(db: DatabaseSync): Pick<IndexReader, 'find' | 'parties' | 'tally' | 'stretches'> {
  db.exec(`PRAGMA query_only = 1; PRAGMA cache_size = -${cacheKib}`)
  const find = db.prepare(`SELECT rowid AS id, (SELECT source FROM doc WHERE doc.id = words.rowid) AS source FROM words
    WHERE words MATCH ? AND rowid >= ? AND rowid < ? ORDER BY rowid DESC LIMIT ?`)
  const parties = db.prepare('SELECT number, kind, key FROM party WHERE number > ? ORDER BY number')
  const totals = db.prepare('SELECT is_from_me, count(*) AS n FROM doc WHERE id >= ? GROUP BY is_from_me')
  const people = db.prepare(`SELECT handle AS number, count(*) AS count FROM doc
    WHERE id >= ? AND handle IS NOT NULL GROUP BY handle ORDER BY count DESC`)
  const stretches = db.prepare('SELECT id / ? AS stretch, count(*) AS count FROM doc WHERE id >= ? GROUP BY 1')
  return {
    find: ({ expression, from, below, limit }) =>
      find
        .all(expression, BigInt(from), BigInt(below), limit)
        .filter(({ source }) => source !== null) as unknown as Found[],
    parties: (afterNumber) => parties.all(afterNumber) as unknown as Party[],
    tally(from) {
      const first = BigInt(from)
      const total = new Map(totals.all(first).map((row) => [row.is_from_me, Number(row.n)]))
      return {
        sent: total.get(1) ?? 0,
        received: total.get(0) ?? 0,
        people: people.all(first) as unknown as Tally['people'],
      }
    },
    stretches: (from, idsInStretch) =>
      stretches.iterate(BigInt(idsInStretch), BigInt(from)) as unknown as Iterable<Stretch>,
  }
}
