/** Decides the next step for the index: new rows first, then changed ones, then older ones. It also handles errors. */
import { firstParty } from '../domain/search/facets.ts'
import { ServiceError } from '../domain/service-error.ts'
import type { Searchable } from '../mac/searchable.ts'
import type { WatchedChatDb } from '../mac/watched-chat-db.ts'
import { isDamage } from '../store/search-index/reader.ts'
import { type IndexWriter, openIndexWriter } from '../store/search-index/writer.ts'
import { IndexUpdater } from './index-updater.ts'
import type { IndexStatus, Pace } from './protocol.ts'

export interface Indexer {
  /** Performs one step. Returns true when the next should follow at once. */
  step(): boolean
  status(): IndexStatus
  /** Recreates the index after a reader has found damage. */
  beginAnew(): void
  close(): void
}

interface IndexerDeps {
  path: string
  source: WatchedChatDb<Searchable>
  pace: Pace
  nowMs: () => number
  warn: (msg: string) => void
}

export function createIndexer({ path, source, pace, nowMs, warn }: IndexerDeps): Indexer {
  let index: IndexWriter | undefined
  let updater: IndexUpdater | undefined
  let isDamaged = false
  let isChanged = false
  let reason: string | null = null

  const close = () => {
    index?.close()
    index = undefined
    updater = undefined
  }
  function open(): IndexWriter {
    index ??= openIndexWriter({
      path,
      firstParty,
      isDamaged,
      onQuarantine: () => warn('The search index was damaged; it is made anew.'),
    })
    isDamaged = false
    return index
  }

  function work(): boolean {
    const state = source.check()
    const opened = open()
    if (state === 'fresh') updater = undefined
    updater ??= new IndexUpdater({ index: opened, read: source.reading, pace, nowMs })
    if (state !== 'unchanged') isChanged = true
    if (isChanged) {
      if (updater.indexNewer()) return true
      updater.compareRecent()
      isChanged = false
    }
    if (updater.indexOlder() || updater.merge()) return true
    updater.sweep()
    return false
  }

  /** A problem with Messages is temporary; a problem with the index may be solved by opening it again. */
  function note(error: unknown): void {
    if (error instanceof ServiceError) {
      reason = error.message
      return
    }
    isDamaged = isDamage(error)
    close()
    reason = `The search index cannot be kept: ${error instanceof Error ? error.message : error}`
  }

  return {
    step() {
      try {
        const more = work()
        reason = null
        return more
      } catch (error) {
        note(error)
        return isDamaged
      }
    },
    status() {
      const { indexed, unread, isComplete } = updater?.progress() ?? { indexed: 0, unread: 0, isComplete: false }
      const state = reason !== null ? 'waiting' : isComplete ? 'current' : 'building'
      return { state, indexed, total: indexed + unread, reason, isComplete }
    },
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
