/** Brings the index up to date with Messages: newer rows, older rows, and rows that have changed. */
import { type Differences, differencesBetween } from '../domain/search/differences.ts'
import { documentAt } from '../domain/search/match.ts'
import type { Searchable, SearchableRow } from '../mac/searchable.ts'
import type { IndexChange, IndexedDocument, IndexWriter, Sample, Span } from '../store/search-index/writer.ts'
import { documentOf } from './document.ts'
import type { Pace } from './pace.ts'

/** The steps of indexing, each of which is short. */
export interface Intake {
  /** Indexes the next rows above the indexed span. Returns true when there are more. */
  takeNewer(): boolean
  /** Indexes the next rows below the indexed span. Returns true when there were some. */
  takeOlder(): boolean
  /** Indexes the changes of the newest messages. */
  compareRecent(): void
  /** Compares a part of all messages; once all are compared, it starts again after a while if anything has changed. */
  sweep(): void
  /** Merges segments of the index. Returns true when there may be more to merge. */
  merge(): boolean
  progress(): { indexed: number; unread: number; isComplete: boolean }
}

interface Setting {
  index: IndexWriter
  read<T>(question: (messages: Searchable) => T): T
  pace: Pace
  nowMs: () => number
}

/** Increment this when words are split or facets are derived differently: the index is then rebuilt. */
const form = 1
/**
 * Few enough rows that what was read of them is discarded before the garbage collector has to check whether it is still
 * needed.
 */
const readAtOnce = 200
const mostRecent = 500

interface TakenIn {
  /** Number of rows read. */
  count: number
  /** Messages of which some of these rows are only the link previews. */
  previewOf: number[]
}

export function createIntake({ index, read, pace, nowMs }: Setting): Intake {
  let span = place({ index, read })
  let indexed = index.count()
  let unread = read((messages) => messages.countUpTo(span.lowest - 1))
  let mayMerge = true
  let isChanged = false
  // The first sweep finds what changed while the indexer was not running.
  let sweepAt: number | undefined = span.highest
  let sweptAtMs = 0

  function takeIn(first: number, last: number, next: Span): TakenIn {
    const { documents, sample, ...taken } = documentsBetween(first, last)
    indexed += index.change({ documents, span: next, ...(sample && { sample }) })
    span = next
    return taken
  }

  function documentsBetween(first: number, last: number): TakenIn & Pick<IndexChange, 'documents' | 'sample'> {
    const documents: IndexedDocument[] = []
    const previewOf: number[] = []
    let [count, sample]: [number, Sample | undefined] = [0, undefined]
    for (let from = first; from <= last; from += readAtOnce) {
      const to = Math.min(from + readAtOnce - 1, last)
      const rows = read((messages) => messages.between(from, to))
      documents.push(...documentsOf(rows))
      previewOf.push(...rows.flatMap((row) => row.previewOf ?? []))
      count += rows.length
      sample ??= rows[0] && { source: rows[0].rowid, guid: rows[0].guid }
    }
    return { documents, sample, previewOf, count }
  }

  const documentsOf = (rows: readonly SearchableRow[]) =>
    rows.filter(({ isMessage }) => isMessage).map((row) => documentOf(row, index.numberOf))

  /** Skips rows that are not indexed yet, since they are indexed later anyway. */
  function takeAgain({ again, gone }: Differences): void {
    const inSpan = again.filter((rowid) => rowid >= span.lowest && rowid <= span.highest)
    if (inSpan.length + gone.length === 0) return
    const rows = read((messages) => messages.withRowids(inSpan))
    const hidden = rows.filter(({ isMessage }) => !isMessage).map(({ rowid }) => rowid)
    indexed += index.change({ documents: documentsOf(rows), gone: [...gone, ...hidden] })
  }

  return {
    takeNewer() {
      isChanged = true
      const end = read((messages) => messages.highestRowid())
      if (end <= span.highest) return false
      const highest = Math.min(end, span.highest + pace.chunkRows)
      const { previewOf } = takeIn(span.highest + 1, highest, { ...span, highest })
      takeAgain({ again: previewOf, gone: [] })
      return highest < end
    },
    takeOlder() {
      if (span.lowest <= 1) return false
      const lowest = Math.max(span.lowest - pace.chunkRows, 1)
      const { count } = takeIn(lowest, span.lowest - 1, { ...span, lowest })
      unread = Math.max(unread - count, 0)
      return true
    },
    compareRecent() {
      const sinceMs = nowMs() - pace.recentMs
      const documents = index.fingerprintsSince(documentAt(sinceMs), mostRecent)
      const rowids = documents.map(({ source }) => source)
      const rows = read((messages) => messages.fingerprintsOf({ rowids, sinceMs, limit: mostRecent }))
      takeAgain(differencesBetween(rows, documents))
    },
    sweep() {
      if (sweepAt === undefined && isChanged && nowMs() - sweptAtMs >= pace.sweepEveryMs) sweepAt = span.highest
      if (sweepAt === undefined) return
      if (sweepAt === span.highest) isChanged = false
      const first = Math.max(sweepAt - pace.sweepRows + 1, span.lowest)
      const last = sweepAt
      const rows = read((messages) => messages.fingerprintsBetween(first, last))
      takeAgain(differencesBetween(rows, index.fingerprintsBetween(first, last)))
      sweepAt = first > span.lowest ? first - 1 : undefined
      if (sweepAt === undefined) sweptAtMs = nowMs()
    },
    merge() {
      mayMerge = mayMerge && index.merge()
      return mayMerge
    },
    progress: () => ({ indexed, unread, isComplete: span.lowest <= 1 }),
  }
}

/** Determines the indexed span in this chat.db; if the database was replaced by another, the index is cleared. */
function place({ index, read }: Pick<Setting, 'index' | 'read'>): Span {
  const highest = read((messages) => messages.highestRowid())
  if (index.form() !== form || read((messages) => isAnother(index, messages))) index.clear(form)
  const span = index.span() ?? { lowest: highest + 1, highest }
  return highest < span.highest ? dropAbove(index, { lowest: Math.min(span.lowest, highest + 1), highest }) : span
}

/** Removes documents above the span: the newest messages are gone, and their ROWIDs may be assigned again. */
function dropAbove(index: IndexWriter, span: Span): Span {
  const gone = index.fingerprintsBetween(span.highest + 1, Number.MAX_SAFE_INTEGER).map(({ source }) => source)
  index.change({ documents: [], gone, span })
  return span
}

/** Returns whether other messages have the ROWIDs of the samples, or none of the samples is left. */
function isAnother(index: IndexWriter, messages: Searchable): boolean {
  const samples = index.samples()
  const now = samples.map(({ source, guid }) => ({ guid, there: messages.guidAt(source) }))
  const left = now.filter(({ there }) => there !== undefined)
  return left.some(({ guid, there }) => guid !== there) || (samples.length > 0 && left.length === 0)
}
