/** Follows the journal for all event streams together: reads each event and turns it into text once. */
import { setTimeout as rest } from 'node:timers/promises'
import { type PollSchedule, pollSchedule } from '../../base/poll-schedule.ts'
import type { PassingEvent } from '../../contract/events.ts'
import { watchDirectory } from '../../mac/watch.ts'
import type { EventsReader, StoredEvent } from '../../store/journal/events-reader.ts'
import type { DeliveryFeed } from './delivery-feed.ts'
import type { StreamClient } from './stream-client.ts'

interface FeedOptions {
  reader: EventsReader
  deliveries: Pick<DeliveryFeed, 'begin' | 'poll' | 'close'>
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

export class EventFeed {
  readonly #reader: EventsReader
  readonly #deliveries: FeedOptions['deliveries']
  readonly #polls: PollSchedule
  readonly #watch: ReturnType<typeof watchDirectory>
  /** Each reader with the last id that it already has. */
  readonly #live = new Map<StreamClient, number>()
  #joined = 0
  #position = 0

  constructor({ reader, deliveries, folder }: FeedOptions) {
    this.#reader = reader
    this.#deliveries = deliveries
    this.#polls = pollSchedule(() => this.#poll())
    this.#watch = watchDirectory(folder, this.#polls.soon)
  }

  /** Returns the id after which a reader that begins now continues. */
  position(): number {
    if (this.#joined === 0) this.#begin()
    return this.#position
  }

  /** Starts with the events after `since` where they are still kept, otherwise with a reset. */
  join(client: StreamClient, since: number | undefined): void {
    if (this.#joined++ === 0) this.#begin()
    client.onClose(() => this.#leave(client))
    if (since === undefined) this.#goLive(client, '')
    else if (!this.#reader.isKept(since)) this.#goLive(client, resetAt(this.#position))
    else void this.#catchUp(client, since)
  }

  /** Passes on an event without an id, which whoever is still catching up finds in the lists. */
  announce(event: PassingEvent): void {
    const bytes = Buffer.from(`data: ${JSON.stringify(event)}\n\n`)
    for (const client of this.#live.keys()) client.write(bytes)
  }

  close(): void {
    this.#polls.end()
    this.#watch.close()
    this.#reader.close()
    this.#deliveries.close()
  }

  #begin(): void {
    this.#reader.check()
    this.#position = this.#reader.newest()
    this.#deliveries.begin()
    this.#polls.begin()
  }

  #leave(client: StreamClient): void {
    this.#live.delete(client)
    if (--this.#joined > 0) return
    this.#polls.end()
    this.#watch.close()
  }

  async #poll(): Promise<void> {
    this.#watch.arm()
    const state = this.#reader.check()
    // Readers of another journal are told to read everything anew.
    if (state === 'fresh') this.#deliveries.begin()
    for (const event of this.#deliveries.poll(state !== 'unchanged')) this.announce(event)
    if (state === 'unchanged' || state === 'absent') return
    // The ids belong to another journal, where those of the previous one mean nothing.
    if (state === 'fresh' && this.#position > 0) this.#startOver()
    for (let page = this.#pageAfter(this.#position); page.length > 0; page = this.#pageAfter(this.#position)) {
      if ((page[0]?.id ?? 0) > this.#position + 1) this.#startOver()
      else this.#broadcast(page)
      await Promise.race([Promise.all([...this.#live.keys()].map((client) => client.drained())), rest(patienceMs)])
    }
  }

  #pageAfter(id: number): StoredEvent[] {
    return withinBytes(this.#reader.after(id, pageSize))
  }

  #broadcast(page: readonly StoredEvent[]): void {
    const [first, last] = [page[0]?.id ?? 0, page.at(-1)?.id ?? this.#position]
    const bytes = inLines(page)
    for (const [client, known] of this.#live)
      client.write(known < first ? bytes : inLines(page.filter(({ id }) => id > known)))
    this.#position = last
  }

  #startOver(): void {
    this.#position = this.#reader.newest()
    for (const client of this.#live.keys()) this.#goLive(client, resetAt(this.#position))
  }

  async #catchUp(client: StreamClient, since: number): Promise<void> {
    let reached = since
    while (client.isOpen && reached < this.#position) {
      const page = this.#pageAfter(reached)
      // Another journal has taken its place meanwhile.
      if (page[0]?.id !== reached + 1) return this.#goLive(client, resetAt(this.#position))
      client.write(inLines(page))
      reached = page.at(-1)?.id ?? this.#position
      await client.drained()
    }
    this.#goLive(client, '', reached)
  }

  #goLive(client: StreamClient, greeting: string, known = this.#position): void {
    if (greeting !== '') client.write(greeting)
    if (client.isOpen) this.#live.set(client, known)
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
