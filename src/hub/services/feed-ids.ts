/**
 * Gives the events of a feed their ids. Ids are whole numbers that every web process of the hub computes alike. They
 * count from the moment in which the feed was made, so they grow even when the feed is made anew: an id of an earlier
 * feed is never taken for one of this feed, as long as fewer than a thousand messages are told in a second.
 */

/** The number of ids for each message of the feed. An envelope has fewer events. */
const idsOfMessage = 1_000
/** More events than an envelope carries. */
const mostEventsOfMessage = 128
/** Keeps ids within the 15 digits that a query takes until 2056. */
const epochMs = Date.UTC(2025, 0)

export class FeedIds {
  /** Distinguishes this feed from feeds that were made before or after it. */
  readonly created: string
  readonly #before: number

  constructor(created: string) {
    this.created = created
    this.#before = Date.parse(created) - epochMs
  }

  of(sequence: number, index: number): number {
    return (this.#before + sequence) * idsOfMessage + index
  }

  /** Returns the highest id that an event of the message can have. */
  lastOf(sequence: number): number {
    return this.of(sequence, idsOfMessage - 1)
  }

  /** Returns an id as a small number, for callers that build ids of their own from it. */
  packed(id: number): number {
    return this.sequenceOf(id) * mostEventsOfMessage + Math.min(id % idsOfMessage, mostEventsOfMessage - 1)
  }

  unpacked(packed: number): number {
    const [sequence, index] = [Math.floor(packed / mostEventsOfMessage), packed % mostEventsOfMessage]
    return index === mostEventsOfMessage - 1 ? this.lastOf(sequence) : this.of(sequence, index)
  }

  /** Returns the sequence of the message that an id belongs to; it is below 1 for an id of an earlier feed. */
  sequenceOf(id: number): number {
    return Math.floor(id / idsOfMessage) - this.#before
  }
}
