/**
 * Reads the feed of the hub as the journal of a Mac is read, for readers within this process. Events are kept here
 * until they are read, with the numbers that rows of a hub have in the place of ROWIDs.
 */
import type { EventsReader, StoredEvent } from '../../store/journal/events-reader.ts'
import type { Sql } from '../store/database.ts'
import { rowsOfEvents } from '../store/rows.ts'
import type { HubStreams, Told } from './hub-streams.ts'

/** The most events that are kept at once; the rest stays in the feed. */
const mostKept = 1_000

export class FeedReader implements EventsReader {
  readonly #sql: Sql
  readonly #follower: { close(): void }
  readonly #onNews: () => void
  #kept: StoredEvent[] = []
  /** Every event after this id was told here or is still to come; undefined until the feed is read. */
  #floor: number | undefined
  #isFresh = true
  #room = Promise.withResolvers<void>()

  /** Starts after `position`, or with the next event if there is none. */
  constructor(streams: Pick<HubStreams, 'follow'>, sql: Sql, position: number | undefined, onNews: () => void) {
    this.#sql = sql
    this.#onNews = onNews
    this.#follower = streams.follow(position, {
      begin: (id) => this.#begin(id),
      tell: (told) => this.#tell(told),
      drained: () => this.#drained(),
    })
  }

  check(): ReturnType<EventsReader['check']> {
    if (this.#floor === undefined) return 'absent'
    const state = this.#isFresh ? 'fresh' : this.#kept.length > 0 ? 'changed' : 'unchanged'
    this.#isFresh = false
    return state
  }

  newest = (): number => (this.#floor === undefined ? 0 : Math.max(this.#floor, this.#kept.at(-1)?.id ?? 0))
  isEmpty = (): boolean => false
  isKept = (id: number): boolean => this.#floor !== undefined && id >= this.#floor

  after(id: number, limit: number): StoredEvent[] {
    // Asking for what follows an event means that the reader has stored that event.
    this.#kept = this.#kept.filter((event) => event.id > id)
    this.#floor = Math.max(this.#floor ?? 0, id)
    if (this.#kept.length < mostKept) this.#room.resolve()
    return this.#kept.slice(0, limit)
  }

  close(): void {
    this.#room.resolve()
    this.#follower.close()
  }

  /** Starts anew at this id. The events between the last one that was read and this id are lost. */
  #begin(id: number): void {
    this.#kept = []
    this.#floor = id
    this.#onNews()
  }

  async #tell(told: readonly Told[]): Promise<void> {
    const about = told.map(({ event: { type, rowid = 0, target_guid: target } }) => ({
      rowid,
      target,
      isRemoved: type === 'tapback_removed',
    }))
    const numbers = await rowsOfEvents(this.#sql, about)
    this.#kept.push(
      ...told.map(({ id, event }, n) => ({ id, payload: JSON.stringify({ ...event, rowid: numbers[n] ?? null }) })),
    )
    this.#onNews()
  }

  async #drained(): Promise<void> {
    if (this.#kept.length < mostKept) return
    this.#room = Promise.withResolvers()
    await this.#room.promise
  }
}
