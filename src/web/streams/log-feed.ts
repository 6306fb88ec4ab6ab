/** Follows the log for all log streams together, and keeps its last entries for streams that begin later. */
import { tailLog } from '../../store/log-tail.ts'
import type { StreamClient } from './stream-client.ts'
import { passing } from './stream-text.ts'

export interface LogFeed {
  /** Sends `backlog` of the last entries first. */
  join(client: StreamClient, backlog: number): void
  close(): void
}

/** The number of entries that are kept, for as many a request may ask. */
const kept = 1_000

interface Tail {
  ending: AbortController
  last: string[]
  clients: Set<StreamClient>
  /** Whether the existing entries have been read. */
  isCaughtUp: boolean
  waiting: Map<StreamClient, number>
}

export function logFeed(logFile: string): LogFeed {
  let tail: Tail | undefined

  async function follow(own: Tail): Promise<void> {
    const { signal } = own.ending
    for await (const entry of tailLog(logFile, { backlog: kept, signal, onCaughtUp: () => caughtUp(own) })) {
      const lines = passing(entry)
      own.last.push(lines)
      if (own.last.length > kept) own.last.shift()
      for (const client of own.clients) client.write(lines)
    }
  }

  function begin(): Tail {
    const own: Tail = {
      ending: new AbortController(),
      last: [],
      clients: new Set(),
      isCaughtUp: false,
      waiting: new Map(),
    }
    void follow(own)
    return own
  }

  function leave(own: Tail, client: StreamClient): void {
    own.clients.delete(client)
    own.waiting.delete(client)
    if (own.clients.size + own.waiting.size > 0) return
    own.ending.abort()
    if (tail === own) tail = undefined
  }

  return {
    join(client, backlog) {
      tail ??= begin()
      const own = tail
      client.onClose(() => leave(own, client))
      own.waiting.set(client, backlog)
      if (own.isCaughtUp) caughtUp(own)
    },
    close: () => tail?.ending.abort(),
  }
}

function caughtUp(tail: Tail): void {
  tail.isCaughtUp = true
  for (const [client, backlog] of tail.waiting) {
    if (backlog > 0) for (const lines of tail.last.slice(-backlog)) client.write(lines)
    tail.clients.add(client)
  }
  tail.waiting.clear()
}
