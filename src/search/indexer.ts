/** Decides the next step for the index: new rows first, then changed ones, then older ones. It also handles errors. */
import { firstParty } from '../domain/search/facets.ts'
import { ServiceError } from '../domain/service-error.ts'
import type { Searchable } from '../mac/searchable.ts'
import type { WatchedChatDb } from '../mac/watched-chat-db.ts'
import { isDamage } from '../store/search-index/reader.ts'
import { type IndexWriter, openIndexWriter } from '../store/search-index/writer.ts'
import { createIntake, type Intake } from './intake.ts'
import type { Pace } from './pace.ts'
import type { IndexStatus } from './protocol.ts'

export interface Indexer {
  /** Performs one step. Returns true when the next should follow at once. */
  turn(): boolean
  status(): IndexStatus
  /** Recreates the index after a reader has found damage. */
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

export function createIndexer({ path, source, pace, nowMs, warn }: Setting): Indexer {
  let index: IndexWriter | undefined
  let intake: Intake | undefined
  let isDamaged = false
  let isChanged = false
  let reason: string | null = null

  const close = () => {
    index?.close()
    index = undefined
    intake = undefined
  }
  function open(): IndexWriter {
    index ??= openIndexWriter({
      ...{ path, firstParty, isDamaged },
      onQuarantine: () => warn('The search index was damaged; it is made anew.'),
    })
    isDamaged = false
    return index
  }

  function work(): boolean {
    const glance = source.check()
    const opened = open()
    if (glance === 'fresh') intake = undefined
    intake ??= createIntake({ index: opened, read: source.reading, pace, nowMs })
    if (glance !== 'unchanged') isChanged = true
    if (isChanged) {
      if (intake.takeNewer()) return true
      intake.compareRecent()
      isChanged = false
    }
    if (intake.takeOlder() || intake.merge()) return true
    intake.sweep()
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
    turn() {
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
      const { indexed, unread, isComplete } = intake?.progress() ?? { indexed: 0, unread: 0, isComplete: false }
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
