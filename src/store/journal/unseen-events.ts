/** Reads the events of the journal that a follower has not seen, a page at a time. */
import type { EventsReader, StoredEvent } from './events-reader.ts'

interface Follower {
  /** The id of the last event it has seen; undefined before the first time. */
  seen: number | undefined
  pageSize: number
  /** Called with the id of the newest event where the follower begins there. */
  onBegin(newest: number): void
}

interface Page {
  events: readonly StoredEvent[]
  /** The id of the last of these events, which the follower has then seen. */
  last: number
}

export function* unseenEvents(reader: EventsReader, { seen, pageSize, onBegin }: Follower): Generator<Page, void> {
  const newest = reader.newest()
  // Nothing has happened yet, or the journal cannot be read just now.
  if (newest === 0) return
  let last = seen
  // In another journal, or after a very long time, nobody knows which events were seen, so this begins at the newest.
  if (last === undefined || !reader.isKept(last)) {
    last = newest
    onBegin(newest)
  }
  for (let events = reader.after(last, pageSize); events.length > 0; events = reader.after(last, pageSize)) {
    last = events.at(-1)?.id ?? last
    yield { events, last }
  }
}
