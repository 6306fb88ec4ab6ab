/** Follows the journal for all event streams at once: each event is read and written out as text a single time. */
import { watchDirectory } from '../../mac/watch.ts'
import type { EventsReader, StoredEvent } from '../../store/journal/events-reader.ts'
import type { StreamClient } from './stream-client.ts'

export interface EventFeed {
  /** The id after which a reader that begins now goes on. */
  newest(): number
  /** With what happened after `since`, where that is still kept; otherwise with a reset. */
  join(client: StreamClient, since: number | undefined): void
  close(): void
}

interface FeedOptions {
  reader: EventsReader
  /** Where the journal lies. */
  folder: string
}

/** Watchers go deaf, and a file event can come before its commit is visible. */
const lookEveryMs = 80
/** What happens within this time goes out in one piece. */
const gatherMs = 10
const pageSize = 500

export function eventFeed({ reader, folder }: FeedOptions): EventFeed {
  const live = new Set<StreamClient>()
  let joined = 0
  let position = 0
  let timer: NodeJS.Timeout | undefined
  let isStirred = false
  const watch = watchDirectory(folder, stirred)

  function stirred(): void {
    if (isStirred || joined === 0) return
    isStirred = true
    lookAfter(gatherMs)
  }

  function lookAfter(ms: number): void {
    clearTimeout(timer)
    timer = setTimeout(() => {
      isStirred = false
      watch.arm()
      look()
      lookAfter(lookEveryMs)
    }, ms)
  }

  function look(): void {
    const glance = reader.look()
    if (glance === 'unchanged' || glance === 'absent') return
    // Ids of another journal: those of the one before mean nothing in it.
    if (glance === 'fresh' && position > 0) startOver()
    for (let page = reader.after(position, pageSize); page.length > 0; page = reader.after(position, pageSize)) {
      if ((page[0]?.id ?? 0) > position + 1) startOver()
      else tell(page)
    }
  }

  function tell(page: readonly StoredEvent[]): void {
    const bytes = inLines(page)
    for (const client of live) client.write(bytes)
    position = page.at(-1)?.id ?? position
  }

  function startOver(): void {
    position = reader.newest()
    for (const client of live) client.write(resetAt(position))
  }

  function begin(): void {
    reader.look()
    position = reader.newest()
    watch.arm()
    lookAfter(lookEveryMs)
  }

  function rest(): void {
    clearTimeout(timer)
    isStirred = false
    watch.close()
  }

  async function catchUp(client: StreamClient, since: number): Promise<void> {
    let reached = since
    while (client.isOpen && reached < position) {
      const page = reader.after(reached, pageSize).filter(({ id }) => id <= position)
      // Another journal took its place meanwhile.
      if (page[0]?.id !== reached + 1) return goLive(client, resetAt(position))
      client.write(inLines(page))
      reached = page.at(-1)?.id ?? position
      await client.drained()
    }
    goLive(client)
  }

  function goLive(client: StreamClient, word?: string): void {
    if (word !== undefined) client.write(word)
    if (client.isOpen) live.add(client)
  }

  return {
    newest() {
      if (joined === 0) begin()
      else look()
      return position
    },
    join(client, since) {
      if (joined++ === 0) begin()
      client.onClose(() => {
        live.delete(client)
        if (--joined === 0) rest()
      })
      look()
      if (since === undefined) goLive(client)
      else if (!reader.isKept(since)) goLive(client, resetAt(position))
      else void catchUp(client, since)
    },
    close() {
      rest()
      reader.close()
    },
  }
}

const inLines = (events: readonly StoredEvent[]): Buffer =>
  Buffer.from(events.map(({ id, payload }) => `id: ${id}\ndata: ${payload}\n\n`).join(''))

const resetAt = (id: number): string => `id: ${id}\ndata: {"type":"reset"}\n\n`
