/** Brings the index up to date with Messages: newer rows, older rows, and rows that have changed. */
import { type FacetName, facetWord, wordOfFacet } from '../domain/search/facets.ts'
import { documentAt } from '../domain/search/match.ts'
import { foldedWords } from '../domain/search/words.ts'
import type { Searchable, SearchableFile, SearchableRow } from '../mac/searchable.ts'
import type { IndexChange, IndexedDocument, IndexWriter, Sample, Span } from '../store/search-index/writer.ts'
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
const form = 2
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

/** Turns a message into a document of the index: its facets and all of its words. */
function documentOf(row: SearchableRow, numberOf: IndexWriter['numberOf']): IndexedDocument {
  const handle = row.handle === null ? null : numberOf('person', row.handle)
  const conversation = row.conversation === null ? null : numberOf('conversation', row.conversation)
  const parties = [row.isFromMe ? null : handle, conversation].filter((number) => number !== null)
  const facets = [...facetsOf(row).map(wordOfFacet), ...parties.map(facetWord)]
  return {
    source: row.rowid,
    id: documentAt(row.sentAtMs),
    fingerprint: row.fingerprint,
    isFromMe: row.isFromMe,
    handle,
    conversation,
    words: [...facets, ...contentOf(row)].join(' '),
  }
}

/** A sign that is never a word of a text, so that no phrase matches across two fields. */
const between = '¶'
/** Nobody types more than this; a longer text is a file that was pasted. */
const longestText = 100_000

function contentOf({ text, subject, attachments, links, transcripts, earlier }: SearchableRow): string[] {
  const fields = [text, subject, ...attachments.map(({ name }) => name), ...links, ...transcripts, ...earlier]
  const words = fields.map((field) => foldedWords(field.slice(0, longestText))).filter((field) => field.length > 0)
  return words.flatMap((field, n) => (n === 0 ? field : [between, ...field]))
}

function facetsOf(row: SearchableRow): FacetName[] {
  const facets: [FacetName, boolean][] = [
    ['sent', row.isFromMe],
    ['received', !row.isFromMe],
    ['group', row.isGroup],
    ['edited', row.isEdited],
    ['unsent', row.isUnsent],
    ['reply', row.isReply],
    ['attachment', row.attachments.length > 0],
    ['link', row.links.length > 0 || link.test(row.text)],
    ['poll', row.isPoll],
    ['app', row.kind === 'app'],
  ]
  const own = facets.filter(([, has]) => has).map(([name]) => name)
  return row.attachments.length === 0 ? own : [...own, ...new Set(row.attachments.map(kindOfFile))]
}

const link = /https?:\/\/|\bwww\./i

function kindOfFile({ name, mime, isSticker }: SearchableFile): FacetName {
  if (isSticker) return 'sticker'
  if (name.toLowerCase().endsWith('.loc.vcf')) return 'location'
  if (mime === 'text/vcard' || mime === 'text/x-vcard') return 'contact'
  const [type] = mime?.split('/') ?? []
  return type === 'image' || type === 'video' || type === 'audio' ? type : 'file'
}

interface Fingerprinted {
  /** A number that changes with the content of the row or document. */
  fingerprint: number
}

interface Differences {
  /** ROWIDs to be indexed again: their content differs, or they are missing. */
  again: number[]
  /** ROWIDs whose messages are gone. */
  gone: number[]
}

/** Finds the documents of the index that no longer match the rows of Messages. */
function differencesBetween(
  rows: readonly (Fingerprinted & { rowid: number })[],
  documents: readonly (Fingerprinted & { source: number })[],
): Differences {
  const indexed = new Map(documents.map(({ source, fingerprint }) => [source, fingerprint]))
  const again = rows.filter(({ rowid, fingerprint }) => indexed.get(rowid) !== fingerprint).map(({ rowid }) => rowid)
  for (const { rowid } of rows) indexed.delete(rowid)
  return { again, gone: [...indexed.keys()] }
}
