/** Follows the journal for all event streams together: reads each event and turns it into text once. */
import { setTimeout as rest } from 'node:timers/promises'
import { watchDirectory } from '../../mac/watch.ts'
import type { EventsReader, StoredEvent } from '../../store/journal/events-reader.ts'
import { pollSchedule } from './poll-schedule.ts'
import type { StreamClient } from './stream-client.ts'

export interface EventFeed {
  /** Returns the id after which a reader that begins now continues. */
  position(): number
  /** Starts with the events after `since` where they are still kept, otherwise with a reset. */
  join(client: StreamClient, since: number | undefined): void
  close(): void
}

interface FeedOptions {
  reader: EventsReader
  /** Folder of the journal. */
  folder: string
}

const pageSize = 500
/** Well below the amount that may wait for one reader. */
const pageBytes = 48 * 1024
/**
 * Time that readers have to take a page within a burst, so that nobody waits for a slow one. A slow reader ends up with
 * too much waiting and is dropped; when it reconnects, it gets what it missed at its own pace.
 */
const patienceMs = 10

export function eventFeed({ reader, folder }: FeedOptions): EventFeed {
  /** Each reader with the last id that it already has. */
  const live = new Map<StreamClient, number>()
  let joined = 0
  let position = 0
  const polls = pollSchedule(poll)
  const watch = watchDirectory(folder, polls.soon)

  async function poll(): Promise<void> {
    watch.arm()
    const state = reader.check()
    if (state === 'unchanged' || state === 'absent') return
    // The ids belong to another journal, where those of the previous one mean nothing.
    if (state === 'fresh' && position > 0) startOver()
    for (let page = pageAfter(position); page.length > 0; page = pageAfter(position)) {
      if ((page[0]?.id ?? 0) > position + 1) startOver()
      else tell(page)
      await Promise.race([Promise.all([...live.keys()].map((client) => client.drained())), rest(patienceMs)])
    }
  }

  const pageAfter = (id: number): StoredEvent[] => withinBytes(reader.after(id, pageSize))

  function tell(page: readonly StoredEvent[]): void {
    const [first, last] = [page[0]?.id ?? 0, page.at(-1)?.id ?? position]
    const bytes = inLines(page)
    for (const [client, known] of live)
      client.write(known < first ? bytes : inLines(page.filter(({ id }) => id > known)))
    position = last
  }

  function startOver(): void {
    position = reader.newest()
    for (const client of live.keys()) goLive(client, resetAt(position))
  }

  async function catchUp(client: StreamClient, since: number): Promise<void> {
    let reached = since
    while (client.isOpen && reached < position) {
      const page = pageAfter(reached)
      // Another journal has taken its place meanwhile.
      if (page[0]?.id !== reached + 1) return goLive(client, resetAt(position))
      client.write(inLines(page))
      reached = page.at(-1)?.id ?? position
      await client.drained()
    }
    goLive(client, '', reached)
  }

  function goLive(client: StreamClient, word: string, known = position): void {
    if (word !== '') client.write(word)
    if (client.isOpen) live.set(client, known)
  }

  function begin(): void {
    reader.check()
    position = reader.newest()
    polls.begin()
  }

  function leave(client: StreamClient): void {
    live.delete(client)
    if (--joined > 0) return
    polls.end()
    watch.close()
  }

  return {
    position() {
      if (joined === 0) begin()
      return position
    },
    join(client, since) {
      if (joined++ === 0) begin()
      client.onClose(() => leave(client))
      if (since === undefined) goLive(client, '')
      else if (!reader.isKept(since)) goLive(client, resetAt(position))
      else void catchUp(client, since)
    },
    close() {
      polls.end()
      watch.close()
      reader.close()
    },
  }
}

const inLines = (events: readonly StoredEvent[]): Buffer =>
  Buffer.from(events.map(({ id, payload }) => `id: ${id}\ndata: ${payload}\n\n`).join(''))

/** Returns at least one event. */
function withinBytes(events: StoredEvent[]): StoredEvent[] {
  let bytes = 0
  const end = events.findIndex(({ payload }) => {
    bytes += payload.length
    return bytes > pageBytes
  })
  return end < 0 ? events : events.slice(0, Math.max(1, end))
}

const resetAt = (id: number): string => `id: ${id}\ndata: {"type":"reset"}\n\n`
