/** Follows the journal for all event streams together: reads each event and turns it into text once. */
import { setTimeout as rest } from 'node:timers/promises'
import type { NarrowEvent } from '../../actions/narrowed/narrowed-events.ts'
import { type PollSchedule, pollSchedule } from '../../base/poll-schedule.ts'
import type { MessageEvent, PassingEvent } from '../../contract/events.ts'
import { unlessFailed } from '../../domain/service-error.ts'
import { watchDirectory } from '../../mac/watch.ts'
import type { EventsReader, StoredEvent } from '../../store/journal/events-reader.ts'
import type { DeliveryFeed } from './delivery-feed.ts'
import { type EventIds, plainIds } from './event-ids.ts'
import type { StreamClient } from './stream-client.ts'
import { numbered, passing, resetAt } from './stream-text.ts'

interface FeedOptions {
  reader: EventsReader
  deliveries: Pick<DeliveryFeed, 'begin' | 'poll' | 'close'>
  /** Folder of the journal. */
  folder: string
}

/** The reader of events for a limited key. */
export interface LimitedReading {
  narrow: NarrowEvent
  ids: EventIds
}

interface LimitedReader extends LimitedReading {
  position: number
  isReading: boolean
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
  /** The readers of limited keys, each of which reads for itself. */
  readonly #limited = new Map<StreamClient, LimitedReader>()
  #joined = 0
  #position = 0

  constructor({ reader, deliveries, folder }: FeedOptions) {
    this.#reader = reader
    this.#deliveries = deliveries
    this.#polls = pollSchedule(() => this.#poll())
    this.#watch = watchDirectory(folder, this.#polls.soon)
  }

  /** Returns the id after which a reader that begins now continues. */
  position({ ids }: Pick<LimitedReading, 'ids'> = { ids: plainIds }): number {
    if (this.#joined === 0) this.#begin()
    return ids.after(this.#position)
  }

  /** Starts with the events after `since` where they are still kept, otherwise with a reset. */
  join(client: StreamClient, since: number | undefined, limited?: LimitedReading): void {
    if (this.#joined++ === 0) this.#begin()
    client.onClose(() => this.#leave(client))
    if (limited !== undefined) this.#joinLimited(client, since, limited)
    else if (since === undefined) this.#goLive(client, '')
    else if (!this.#reader.isKept(since)) this.#goLive(client, resetAt(this.#position))
    else void this.#catchUp(client, since)
  }

  /** Passes on an event without an id, which whoever is still catching up finds in the lists. */
  announce(event: PassingEvent): void {
    const bytes = Buffer.from(passing(event))
    for (const client of this.#live.keys()) client.write(bytes)
    for (const [client, { narrow }] of this.#limited) {
      const seen = unlessFailed(() => narrow(event))
      if (seen) client.write(passing(seen))
    }
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
    this.#limited.delete(client)
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
    if (state === 'unchanged' || state === 'absent') return this.#readLimited()
    // The ids belong to another journal, where those of the previous one mean nothing.
    if (state === 'fresh' && this.#position > 0) this.#startOver()
    for (let page = this.#pageAfter(this.#position); page.length > 0; page = this.#pageAfter(this.#position)) {
      if ((page[0]?.id ?? 0) > this.#position + 1) this.#startOver()
      else this.#broadcast(page)
      await Promise.race([Promise.all([...this.#live.keys()].map((client) => client.drained())), rest(patienceMs)])
    }
    this.#readLimited()
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
    for (const [client, reader] of this.#limited) this.#resetLimited(client, reader)
  }

  #joinLimited(client: StreamClient, since: number | undefined, reading: LimitedReading): void {
    const known = since === undefined ? this.#position : reading.ids.position(since)
    const reader = { ...reading, position: known ?? 0, isReading: false }
    if (known === undefined || !this.#reader.isKept(known)) this.#resetLimited(client, reader)
    if (!client.isOpen) return
    this.#limited.set(client, reader)
    void this.#follow(client, reader)
  }

  #resetLimited(client: StreamClient, reader: LimitedReader): void {
    reader.position = this.#position
    client.write(resetAt(reader.ids.after(this.#position)))
  }

  #readLimited(): void {
    for (const [client, reader] of this.#limited) if (!reader.isReading) void this.#follow(client, reader)
  }

  /**
   * Tells a limited reader what follows. While Messages cannot be read, nobody knows what is hidden, so the reader has
   * to wait.
   */
  async #follow(client: StreamClient, reader: LimitedReader): Promise<void> {
    reader.isReading = true
    while (client.isOpen && reader.position < this.#position) {
      const page = this.#pageAfter(reader.position)
      const lines = unlessFailed(() => narrowedLines(page, reader))
      if (lines === undefined) break
      reader.position = page.at(-1)?.id ?? this.#position
      if (lines !== '') client.write(lines)
      await client.drained()
    }
    reader.isReading = false
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
  Buffer.from(events.map(({ id, payload }) => numbered(id, payload)).join(''))

function narrowedLines(events: readonly StoredEvent[], { narrow, ids }: LimitedReading): string {
  const lines = events.map(({ id, payload }) => {
    const event = narrow(JSON.parse(payload) as MessageEvent)
    return event === undefined ? '' : numbered(ids.of(id), JSON.stringify(event))
  })
  return lines.join('')
}

/** Returns at least one event. */
function withinBytes(events: StoredEvent[]): StoredEvent[] {
  let bytes = 0
  const end = events.findIndex(({ payload }) => {
    bytes += payload.length
    return bytes > pageBytes
  })
  return end < 0 ? events : events.slice(0, Math.max(1, end))
}
