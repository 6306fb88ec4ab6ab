/**
 * Writes search.db as its only writer: adds and removes documents in short transactions, together with the indexed
 * span.
 */
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { limitTo } from '../../base/sql-parameter.ts'
import { setAside } from '../set-aside.ts'
import { openSqlite, type Quarantined } from '../sqlite-file.ts'
import { inTransaction } from '../transaction.ts'
import { migrations } from './schema.ts'

export interface IndexedDocument {
  /** ROWID of the message. */
  source: number
  /** The lowest id that fits its date; the next free one is used. */
  id: number
  fingerprint: number
  isFromMe: boolean
  handle: number | null
  conversation: number | null
  /** Words separated by spaces. */
  words: string
}

export interface DocumentFingerprint {
  source: number
  fingerprint: number
}

/** Every ROWID from the lowest to the highest is indexed. */
export interface Span {
  lowest: number
  highest: number
}

export interface Sample {
  source: number
  guid: string
}

export interface IndexChange {
  documents: readonly IndexedDocument[]
  /** ROWIDs of messages to remove. */
  gone?: readonly number[]
  span?: Span
  sample?: Sample
}

export interface IndexWriter {
  span(): Span | undefined
  /**
   * Removes documents and adds others, which may replace earlier ones; returns by how many the number of documents
   * grew.
   */
  change(change: IndexChange): number
  fingerprintsBetween(first: number, last: number): DocumentFingerprint[]
  /** Returns the newest, down to an id. */
  fingerprintsSince(id: number, limit: number): DocumentFingerprint[]
  numberOf(kind: PartyKind, key: string): number
  samples(): Sample[]
  count(): number
  /** Merges segments of the full-text index; returns false when there is nothing left to merge. */
  merge(): boolean
  /** Removes all documents. */
  clear(form: number): void
  form(): number | undefined
  close(): void
}

export type PartyKind = 'person' | 'conversation'

interface IndexWriterOptions {
  path: string
  /** The first number given to a person or conversation. */
  firstParty: number
  onQuarantine?: (quarantined: Quarantined) => void
  /** The index was found damaged: it is set aside and recreated. */
  isDamaged?: boolean
}

export function openIndexWriter({ path, firstParty, onQuarantine, isDamaged }: IndexWriterOptions): IndexWriter {
  if (isDamaged) setAside(path, { suffixes: ['-wal', '-shm'] })
  const { db } = openSqlite({ path, migrations, synchronous: 'NORMAL', onQuarantine, check: 'schema' })
  db.exec(`PRAGMA cache_size = -${cacheKib}`)
  const meta = metaOf(db)
  const contents = contentsOf(db)
  const fingerprints = fingerprintsOf(db)
  const addSample = prepareRun(db, 'INSERT OR REPLACE INTO sample (source, guid) VALUES (?, ?)')
  const samples = db.prepare('SELECT source, guid FROM sample')
  const count = db.prepare('SELECT count(*) AS n FROM doc')
  const setSpan = ({ lowest, highest }: Span): void => {
    meta.set('lowest', lowest)
    meta.set('highest', highest)
  }
  return {
    span() {
      const [lowest, highest] = [meta.get('lowest'), meta.get('highest')]
      return lowest === undefined || highest === undefined ? undefined : { lowest, highest }
    },
    change: ({ documents, gone = [], span, sample }) =>
      inTransaction(db, () => {
        const removed = contents.remove([...gone, ...documents.map(({ source }) => source)])
        contents.add(documents)
        if (span) setSpan(span)
        if (sample) addSample.run(sample.source, sample.guid)
        return documents.length - removed
      }),
    ...fingerprints,
    numberOf: partiesOf(db, firstParty),
    samples: () => samples.all() as unknown as Sample[],
    count: () => Number(count.get()?.n),
    merge: mergerOf(db),
    clear: (form) =>
      inTransaction(db, () => {
        db.exec(
          "DELETE FROM doc; DELETE FROM sample; DELETE FROM meta; INSERT INTO words (words) VALUES ('delete-all')",
        )
        meta.set('form', form)
      }),
    form: () => meta.get('form'),
    close: () => db.close(),
  }
}

const cacheKib = 4 * 1024

/**
 * Prepares a statement for `run`: the ROWIDs inside the full-text index exceed a JavaScript number, and every run
 * returns the last one.
 */
function prepareRun(db: DatabaseSync, sql: string): StatementSync {
  const statement = db.prepare(sql)
  statement.setReadBigInts(true)
  return statement
}

function metaOf(db: DatabaseSync) {
  const get = db.prepare('SELECT value FROM meta WHERE key = ?')
  const set = prepareRun(db, 'INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)')
  return {
    get: (key: string): number | undefined => get.get(key)?.value as number | undefined,
    set: (key: string, value: number): void => void set.run(key, value),
  }
}

function contentsOf(db: DatabaseSync) {
  const insertDoc = prepareRun(
    db,
    `INSERT INTO doc (id, source, look, is_from_me, handle, conversation)
    VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING`,
  )
  // A second may have more messages than there are numbers for it, so that hundreds are taken in a row.
  const freeAfter = db.prepare(`SELECT id + 1 AS id FROM doc WHERE id >= ?
    AND NOT EXISTS (SELECT 1 FROM doc next WHERE next.id = doc.id + 1) ORDER BY id LIMIT 1`)
  const insertWords = prepareRun(db, 'INSERT INTO words (rowid, word) VALUES (?, ?)')
  const idsOf = db.prepare('SELECT id FROM doc WHERE source IN (SELECT value FROM json_each(?))')
  const deleteDoc = prepareRun(db, 'DELETE FROM doc WHERE id = ?')
  const deleteWords = prepareRun(db, 'DELETE FROM words WHERE rowid = ?')
  const isFree = (id: number, { source, fingerprint, isFromMe, handle, conversation }: IndexedDocument): boolean =>
    insertDoc.run(id, source, fingerprint, Number(isFromMe), handle, conversation).changes === 1n
  return {
    /** Adds in the order of ids, since the full-text index takes one ascending run at a time. */
    add(documents: readonly IndexedDocument[]): void {
      let last = -1
      for (const document of documents.toSorted((a, b) => a.id - b.id || a.source - b.source)) {
        let id = Math.max(document.id, last + 1)
        while (!isFree(id, document)) id = Number(freeAfter.get(id)?.id)
        last = id
        insertWords.run(id, document.words)
      }
    },
    remove(sources: readonly number[]): number {
      const ids = idsOf.all(JSON.stringify(sources)).map(({ id }) => Number(id))
      for (const id of ids) {
        deleteWords.run(id)
        deleteDoc.run(id)
      }
      return ids.length
    },
  }
}

function fingerprintsOf(db: DatabaseSync): Pick<IndexWriter, 'fingerprintsBetween' | 'fingerprintsSince'> {
  const between = db.prepare('SELECT source, look AS fingerprint FROM doc WHERE source BETWEEN ? AND ?')
  const since = db.prepare(`SELECT source, look AS fingerprint FROM doc WHERE id >= ? ORDER BY id DESC ${limitTo('?')}`)
  return {
    fingerprintsBetween: (first, last) => between.all(first, last) as unknown as DocumentFingerprint[],
    fingerprintsSince: (id, limit) => since.all(id, limit) as unknown as DocumentFingerprint[],
  }
}

/** Numbers are kept forever, so that those contained in indexed words stay valid. */
function partiesOf(db: DatabaseSync, firstParty: number): IndexWriter['numberOf'] {
  const find = db.prepare('SELECT number FROM party WHERE kind = ? AND key = ?')
  const add = db.prepare(`INSERT INTO party (number, kind, key)
    VALUES (max(${firstParty}, (SELECT coalesce(max(number), 0) + 1 FROM party)), ?, ?) RETURNING number`)
  const known = new Map<string, number>()
  return (kind, key) => {
    const name = `${kind} ${key}`
    const number = known.get(name) ?? Number((find.get(kind, key) ?? add.get(kind, key))?.number)
    known.set(name, number)
    return number
  }
}

const pagesPerMerge = 200

function mergerOf(db: DatabaseSync): () => boolean {
  const changes = db.prepare('SELECT total_changes() AS n')
  const merge = prepareRun(db, "INSERT INTO words (words, rank) VALUES ('merge', ?)")
  let begun = false
  return () => {
    const before = Number(changes.get()?.n)
    // The first merge has a negative argument and starts on all segments; later ones continue it.
    merge.run(begun ? pagesPerMerge : -pagesPerMerge)
    begun = Number(changes.get()?.n) - before >= leastMergeChanges
    return begun
  }
}
/** SQLite reports fewer changes than this when nothing was merged. */
const leastMergeChanges = 2
