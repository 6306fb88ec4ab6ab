/**
 * Gives the events of a feed their ids: whole numbers that every web process of the hub finds alike, and that grow even when
 * the feed is made anew, since they count from the moment in which it was made. So an id of an earlier feed is never taken
 * for one of this feed, as long as fewer than a thousand messages were told in a second.
 */

/** An envelope has fewer events. */
const idsOfMessage = 1_000
/** More than an envelope has. */
const mostEventsOfMessage = 128
/** Keeps ids within the 15 digits that a query takes until 2056. */
const epochMs = Date.UTC(2025, 0)

export class FeedIds {
  /** Tells feeds apart. */
  readonly created: string
  readonly #before: number

  constructor(created: string) {
    this.created = created
    this.#before = Date.parse(created) - epochMs
  }

  of(sequence: number, index: number): number {
    return (this.#before + sequence) * idsOfMessage + index
  }

  /** The highest id that an event of the message can have. */
  lastOf(sequence: number): number {
    return this.of(sequence, idsOfMessage - 1)
  }

  /** An id as a small number, for who makes ids of its own of it. */
  packed(id: number): number {
    return this.sequenceOf(id) * mostEventsOfMessage + Math.min(id % idsOfMessage, mostEventsOfMessage - 1)
  }

  unpacked(packed: number): number {
    const [sequence, index] = [Math.floor(packed / mostEventsOfMessage), packed % mostEventsOfMessage]
    return index === mostEventsOfMessage - 1 ? this.lastOf(sequence) : this.of(sequence, index)
  }

  /** Below 1 for an id of an earlier feed. */
  sequenceOf(id: number): number {
    return Math.floor(id / idsOfMessage) - this.#before
  }
}
