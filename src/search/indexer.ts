/** Decides the next step for the index: new rows first, then changed ones, then older ones. It also handles errors. */
import { firstParty } from '../domain/search/facets.ts'
import { ServiceError } from '../domain/service-error.ts'
import type { Searchable } from '../mac/searchable.ts'
import type { WatchedChatDb } from '../mac/watched-chat-db.ts'
import { isDamage } from '../store/search-index/reader.ts'
import { type IndexWriter, openIndexWriter } from '../store/search-index/writer.ts'
import { IndexUpdater } from './index-updater.ts'
import type { IndexStatus, Pace } from './protocol.ts'

interface IndexerDeps {
  path: string
  source: WatchedChatDb<Searchable>
  pace: Pace
  nowMs: () => number
  warn: (msg: string) => void
  sweptAtMs: number | undefined
}

export class Indexer {
  readonly #deps: IndexerDeps
  #index: IndexWriter | undefined
  #updater: IndexUpdater | undefined
  #isDamaged = false
  #isChanged = false
  #reason: string | null = null
  #knownSweptAtMs: number | undefined

  constructor(deps: IndexerDeps) {
    this.#deps = deps
    this.#knownSweptAtMs = deps.sweptAtMs
  }

  /** The time of the last complete comparison, if there is nothing left to do until the next change. */
  get sweptAtMs(): number | undefined {
    return this.#reason === null && !this.#isChanged ? this.#updater?.sweptAtMs : undefined
  }

  /** Performs one step. Returns true when the next should follow at once. */
  step(): boolean {
    try {
      const more = this.#update()
      this.#reason = null
      return more
    } catch (error) {
      this.#note(error)
      return this.#isDamaged
    }
  }

  status(): IndexStatus {
    const { indexed, unread, isComplete } = this.#updater?.progress() ?? { indexed: 0, unread: 0, isComplete: false }
    const state = this.#reason !== null ? 'waiting' : isComplete ? 'current' : 'building'
    return { state, indexed, total: indexed + unread, reason: this.#reason, isComplete }
  }

  /** Recreates the index after a reader has found damage. */
  beginAnew(): void {
    this.#closeIndex()
    this.#isDamaged = true
  }

  close(): void {
    this.#closeIndex()
    this.#deps.source.close()
  }

  #update(): boolean {
    const { source, pace, nowMs } = this.#deps
    const state = source.check()
    const index = this.#open()
    if (state === 'fresh') this.#updater = undefined
    if (this.#updater === undefined) {
      const sweptAtMs = this.#knownSweptAtMs
      this.#updater = new IndexUpdater({ index, read: source.reading, pace, nowMs, sweptAtMs })
      // Holds for the first only: whatever is opened again may be another.
      this.#knownSweptAtMs = undefined
    }
    if (state !== 'unchanged') this.#isChanged = true
    if (this.#isChanged) {
      if (this.#updater.indexNewer()) return true
      this.#updater.compareRecent()
      this.#isChanged = false
    }
    if (this.#updater.indexOlder() || this.#updater.merge()) return true
    this.#updater.sweep()
    return false
  }

  #open(): IndexWriter {
    const { path, warn } = this.#deps
    this.#index ??= openIndexWriter({
      path,
      firstParty,
      isDamaged: this.#isDamaged,
      onQuarantine: () => warn('The search index was damaged; it is made anew.'),
    })
    this.#isDamaged = false
    return this.#index
  }

  /** A problem with Messages is temporary; a problem with the index may be solved by opening it again. */
  #note(error: unknown): void {
    if (error instanceof ServiceError) {
      this.#reason = error.message
      return
    }
    this.#isDamaged = isDamage(error)
    this.#closeIndex()
    this.#reason = `The search index cannot be kept: ${error instanceof Error ? error.message : error}`
  }

  #closeIndex(): void {
    this.#index?.close()
    this.#index = undefined
    this.#updater = undefined
  }
}
