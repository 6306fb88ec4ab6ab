/** Brings the index up to date with Messages: newer rows, older rows, and rows that have changed. */
import { type FacetName, facetWord, wordOfFacet } from '../domain/search/facets.ts'
import { wordsOfFields } from '../domain/search/fields.ts'
import { documentAt } from '../domain/search/match.ts'
import type { Searchable, SearchableFile, SearchableRow } from '../mac/searchable.ts'
import type { IndexChange, IndexedDocument, IndexWriter, Sample, Span } from '../store/search-index/writer.ts'
import type { Pace } from './protocol.ts'

interface UpdaterDeps {
  index: IndexWriter
  read<T>(question: (messages: Searchable) => T): T
  pace: Pace
  nowMs: () => number
  /** The time of the last complete comparison, if nothing has been written since that this one would notice. */
  sweptAtMs?: number
}

/** Increment this when words are split or facets are derived differently: the index is then rebuilt. */
const form = 2
/**
 * Few enough rows that what was read of them is discarded before the garbage collector has to check whether it is still
 * needed.
 */
const readAtOnce = 200
const mostRecent = 500

interface IndexedRows {
  /** Number of rows read. */
  count: number
  /** Messages of which some of these rows are only the link previews. */
  previewOf: number[]
}

/** Each of its steps is short. */
export class IndexUpdater {
  readonly #index: IndexWriter
  readonly #read: UpdaterDeps['read']
  readonly #pace: Pace
  readonly #nowMs: () => number
  #span: Span
  #indexed: number
  #unread: number
  #mayMerge = true
  #isChanged = false
  /** The first sweep finds what changed while the indexer was not running. */
  #sweepAt: number | undefined
  #sweptAtMs = 0

  constructor({ index, read, pace, nowMs, sweptAtMs }: UpdaterDeps) {
    this.#index = index
    this.#read = read
    this.#pace = pace
    this.#nowMs = nowMs
    this.#span = place({ index, read })
    this.#indexed = index.count()
    this.#unread = read((messages) => messages.countUpTo(this.#span.lowest - 1))
    if (sweptAtMs === undefined) this.#sweepAt = this.#span.highest
    else this.#sweptAtMs = sweptAtMs
  }

  /** The time of the last complete comparison, if there is nothing left to do until the next change. */
  get sweptAtMs(): number | undefined {
    return this.#mayMerge || this.#sweepAt !== undefined || this.#span.lowest > 1 ? undefined : this.#sweptAtMs
  }

  /** Indexes the next rows above the indexed span. Returns true when there are more. */
  indexNewer(): boolean {
    this.#isChanged = true
    const end = this.#read((messages) => messages.highestRowid())
    if (end <= this.#span.highest) return false
    const highest = Math.min(end, this.#span.highest + this.#pace.chunkRows)
    const { previewOf } = this.#indexBetween(this.#span.highest + 1, highest, { ...this.#span, highest })
    this.#indexAgain({ again: previewOf, gone: [] })
    return highest < end
  }

  /** Indexes the next rows below the indexed span. Returns true when there were some. */
  indexOlder(): boolean {
    if (this.#span.lowest <= 1) return false
    const lowest = Math.max(this.#span.lowest - this.#pace.chunkRows, 1)
    const { count } = this.#indexBetween(lowest, this.#span.lowest - 1, { ...this.#span, lowest })
    this.#unread = Math.max(this.#unread - count, 0)
    return true
  }

  /** Indexes the changes of the newest messages. */
  compareRecent(): void {
    const sinceMs = this.#nowMs() - this.#pace.recentMs
    const documents = this.#index.fingerprintsSince(documentAt(sinceMs), mostRecent)
    const rowids = documents.map(({ source }) => source)
    const rows = this.#read((messages) => messages.fingerprintsOf({ rowids, sinceMs, limit: mostRecent }))
    this.#indexAgain(differencesBetween(rows, documents))
  }

  /** Compares a part of all messages; once all are compared, it starts again after a while if anything has changed. */
  sweep(): void {
    const isDue = this.#isChanged && this.#nowMs() - this.#sweptAtMs >= this.#pace.sweepEveryMs
    if (this.#sweepAt === undefined && isDue) this.#sweepAt = this.#span.highest
    if (this.#sweepAt === undefined) return
    if (this.#sweepAt === this.#span.highest) this.#isChanged = false
    const last = this.#sweepAt
    const first = Math.max(last - this.#pace.sweepRows + 1, this.#span.lowest)
    const rows = this.#read((messages) => messages.fingerprintsBetween(first, last))
    this.#indexAgain(differencesBetween(rows, this.#index.fingerprintsBetween(first, last)))
    this.#sweepAt = first > this.#span.lowest ? first - 1 : undefined
    if (this.#sweepAt === undefined) this.#sweptAtMs = this.#nowMs()
  }

  /** Merges segments of the index. Returns true when there may be more to merge. */
  merge(): boolean {
    this.#mayMerge = this.#mayMerge && this.#index.merge()
    return this.#mayMerge
  }

  progress(): { indexed: number; unread: number; isComplete: boolean } {
    return { indexed: this.#indexed, unread: this.#unread, isComplete: this.#span.lowest <= 1 }
  }

  #indexBetween(first: number, last: number, next: Span): IndexedRows {
    const { documents, sample, ...indexed } = this.#documentsBetween(first, last)
    this.#indexed += this.#index.change({ documents, span: next, ...(sample && { sample }) })
    this.#span = next
    return indexed
  }

  #documentsBetween(first: number, last: number): IndexedRows & Pick<IndexChange, 'documents' | 'sample'> {
    const documents: IndexedDocument[] = []
    const previewOf: number[] = []
    let [count, sample]: [number, Sample | undefined] = [0, undefined]
    for (let from = first; from <= last; from += readAtOnce) {
      const to = Math.min(from + readAtOnce - 1, last)
      const rows = this.#read((messages) => messages.between(from, to))
      documents.push(...this.#documentsOf(rows))
      previewOf.push(...rows.flatMap((row) => row.previewOf ?? []))
      count += rows.length
      sample ??= rows[0] && { source: rows[0].rowid, guid: rows[0].guid }
    }
    return { documents, sample, previewOf, count }
  }

  #documentsOf(rows: readonly SearchableRow[]): IndexedDocument[] {
    return rows.filter(({ isMessage }) => isMessage).map((row) => documentOf(row, this.#index.numberOf))
  }

  /** Skips rows that are not indexed yet, since they are indexed later anyway. */
  #indexAgain({ again, gone }: Differences): void {
    const inSpan = again.filter((rowid) => rowid >= this.#span.lowest && rowid <= this.#span.highest)
    if (inSpan.length + gone.length === 0) return
    const rows = this.#read((messages) => messages.withRowids(inSpan))
    const hidden = rows.filter(({ isMessage }) => !isMessage).map(({ rowid }) => rowid)
    this.#indexed += this.#index.change({ documents: this.#documentsOf(rows), gone: [...gone, ...hidden] })
  }
}

/** Determines the indexed span in this chat.db; if the database was replaced by another, the index is cleared. */
function place({ index, read }: Pick<UpdaterDeps, 'index' | 'read'>): Span {
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

const contentOf = ({ text, subject, attachments, links, transcripts, earlier }: SearchableRow): string[] =>
  wordsOfFields([text, subject, ...attachments.map(({ name }) => name), ...links, ...transcripts, ...earlier])

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
