/** Brings the index up to what Messages holds, a short piece of work at a time: new rows, what changed, then older ones. */

import { differencesBetween } from '../domain/search/differences.ts'
import { firstParty } from '../domain/search/facets.ts'
import { documentAt } from '../domain/search/match.ts'
import { ServiceError } from '../domain/service-error.ts'
import type { Searchable, SearchableRow } from '../mac/searchable.ts'
import type { WatchedChatDb } from '../mac/watched-chat-db.ts'
import { isDamage } from '../store/search-index/reader.ts'
import { type IndexWriter, openIndexWriter, type Span } from '../store/search-index/writer.ts'
import { documentOf } from './document.ts'
import type { Pace } from './pace.ts'
import type { IndexStatus } from './protocol.ts'

export interface Indexer {
  /** One piece of work. True when the next should follow at once. */
  turn(): boolean
  status(): IndexStatus
  /** Damage was met by a reader. */
  beginAnew(): void
  close(): void
}

interface Setting {
  path: string
  source: WatchedChatDb<Searchable>
  pace: Pace
  nowMs: () => number
  warn: (msg: string) => void
}

/** Counted up when words are cut or facets given differently: then the index is made anew. */
const form = 1
const readAtOnce = 1_000
const mostRecent = 500

export function createIndexer({ path, source, pace, nowMs, warn }: Setting): Indexer {
  let index: IndexWriter | undefined
  let isDamaged = false
  let span: Span = { lowest: 1, highest: 0 }
  let isPlaced = false
  let isChanged = false
  let mayMerge = false
  let sweepAt: number | undefined
  let sweptAtMs = 0
  let documents = 0
  let unread = 0
  let reason: string | null = null

  const open = (): IndexWriter => {
    index ??= openIndexWriter({
      ...{ path, firstParty, isDamaged },
      onQuarantine: () => warn('The search index was damaged; it is made anew.'),
    })
    isDamaged = false
    return index
  }
  const close = () => {
    index?.close()
    index = undefined
    isPlaced = false
  }
  const read = <T>(question: (messages: Searchable) => T): T => source.reading(question)

  /** Where the index stands in this chat.db; one that was replaced by another is indexed anew. */
  function place(index: IndexWriter): void {
    const highest = read((messages) => messages.highestRowid())
    if (index.form() !== form || read((messages) => isAnother(index, messages))) index.clear(form)
    documents = index.count()
    span = index.span() ?? { lowest: highest + 1, highest }
    if (highest < span.highest) dropAbove(index, highest)
    unread = read((messages) => messages.countUpTo(span.lowest - 1))
    sweepAt = span.highest
    isPlaced = true
    mayMerge = true
  }

  function dropAbove(index: IndexWriter, highest: number): void {
    const gone = index.looksBetween(highest + 1, span.highest).map(({ source }) => source)
    span = { lowest: Math.min(span.lowest, highest + 1), highest }
    documents += index.change({ documents: [], gone, span })
  }

  function takeIn(index: IndexWriter, rows: readonly SearchableRow[], next: Span): void {
    const [sample] = rows
    documents += index.change({
      documents: rows.filter(({ isMessage }) => isMessage).map((row) => documentOf(row, index.numberOf)),
      span: next,
      ...(sample && { sample: { source: sample.rowid, guid: sample.guid } }),
    })
    span = next
  }

  function takeOlder(index: IndexWriter): void {
    const lowest = Math.max(span.lowest - pace.chunkRows, 1)
    const rows = rowsBetween(lowest, span.lowest - 1)
    takeIn(index, rows, { ...span, lowest })
    unread = Math.max(unread - rows.length, 0)
    mayMerge = true
  }

  /** True when there are more. */
  function takeNewer(index: IndexWriter): boolean {
    const end = read((messages) => messages.highestRowid())
    if (end <= span.highest) return false
    const highest = Math.min(end, span.highest + pace.chunkRows)
    const rows = rowsBetween(span.highest + 1, highest)
    takeIn(index, rows, { ...span, highest })
    const previewed = rows.flatMap(({ previewOf }) => previewOf ?? [])
    takeAgain(index, { again: previewed, gone: [] })
    return highest < end
  }

  function rowsBetween(first: number, last: number): SearchableRow[] {
    const rows: SearchableRow[] = []
    for (let from = first; from <= last; from += readAtOnce) {
      const to = Math.min(from + readAtOnce - 1, last)
      rows.push(...read((messages) => messages.between(from, to)))
    }
    return rows
  }

  function takeAgain(index: IndexWriter, { again, gone }: { again: readonly number[]; gone: readonly number[] }): void {
    const inSpan = again.filter((rowid) => rowid >= span.lowest && rowid <= span.highest)
    if (inSpan.length === 0 && gone.length === 0) return
    const rows = read((messages) => messages.withRowids(inSpan))
    const shown = rows.filter(({ isMessage }) => isMessage)
    const hidden = rows.filter(({ isMessage }) => !isMessage).map(({ rowid }) => rowid)
    if (shown.length + gone.length + hidden.length === 0) return
    documents += index.change({
      documents: shown.map((row) => documentOf(row, index.numberOf)),
      gone: [...gone, ...hidden],
    })
  }

  function compareRecent(index: IndexWriter): void {
    const sinceMs = nowMs() - pace.recentMs
    const indexed = index.looksSince(documentAt(sinceMs), mostRecent)
    const rowids = indexed.map(({ source }) => source)
    const rows = read((messages) => messages.looksOf({ rowids, sinceMs, limit: mostRecent }))
    takeAgain(index, differencesBetween(rows, indexed))
  }

  function sweep(index: IndexWriter): void {
    if (sweepAt === undefined) return
    const first = Math.max(sweepAt - pace.sweepRows + 1, span.lowest)
    const last = sweepAt
    const rows = read((messages) => messages.looksBetween(first, last))
    takeAgain(index, differencesBetween(rows, index.looksBetween(first, last)))
    sweepAt = first > span.lowest ? first - 1 : undefined
    if (sweepAt === undefined) sweptAtMs = nowMs()
  }

  function work(): boolean {
    const glance = source.look()
    const index = open()
    if (glance === 'fresh' || !isPlaced) place(index)
    if (glance !== 'unchanged') isChanged = true
    if (isChanged) {
      if (takeNewer(index)) return true
      compareRecent(index)
      isChanged = false
      if (sweepAt === undefined && nowMs() - sweptAtMs >= pace.sweepEveryMs) sweepAt = span.highest
    }
    if (span.lowest > 1) {
      takeOlder(index)
      return true
    }
    if (mayMerge) {
      mayMerge = index.merge()
      return true
    }
    sweep(index)
    return false
  }

  return {
    turn() {
      try {
        const more = work()
        reason = null
        return more
      } catch (error) {
        if (isDamage(error)) isDamaged = true
        if (!(error instanceof ServiceError)) close()
        reason = error instanceof ServiceError ? error.message : `The search index cannot be kept: ${messageOf(error)}`
        return isDamaged
      }
    },
    status: () => ({
      state: reason !== null ? 'waiting' : isPlaced && span.lowest <= 1 ? 'current' : 'building',
      indexed: documents,
      total: documents + unread,
      reason,
      isComplete: isPlaced && span.lowest <= 1,
    }),
    beginAnew() {
      close()
      isDamaged = true
    },
    close() {
      close()
      source.close()
    },
  }
}

/** Whether other messages stand where samples were taken, or none of them is left. */
function isAnother(index: IndexWriter, messages: Searchable): boolean {
  const samples = index.samples()
  const now = samples.map(({ source, guid }) => ({ guid, there: messages.guidAt(source) }))
  const left = now.filter(({ there }) => there !== undefined)
  return left.some(({ guid, there }) => guid !== there) || (samples.length > 0 && left.length === 0)
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
