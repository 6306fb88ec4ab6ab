/**
 * Distinguishes a message that a plugin cannot handle from a receiver that is away. A receiver that is away fails for
 * everything, so a failure counts against its message only when something else succeeded since the message was last
 * tried. Where nothing else is under way, the message behind it is tried once in its place, to find out.
 */

interface Verdict {
  /** The message has failed as often as it may. */
  isOver: boolean
  /** The number of failures that determines the next pause; undefined means the number of attempts. */
  pauseAfter: number | undefined
  /** The message has failed often enough that the one behind it may be tried. */
  mayProbe: boolean
}

interface FailureRecord {
  /** The number of successes when the delivery was last tried. */
  successesBefore: number
  failures: number
  /** The failures that count against the message. */
  caused: number
  /** Whether the message behind it succeeded in its place. */
  isProven: boolean
}

/**
 * How many more failures end the delivery once the message behind it succeeded; the receiver may have come back in
 * between.
 */
const lastTries = 3

export class MessageFailures {
  readonly #mostFailures: () => number
  readonly #records = new Map<string, FailureRecord>()
  #successes = 0

  /** `mostFailures` returns how many failures caused by the message itself end a delivery. */
  constructor(mostFailures: () => number) {
    this.#mostFailures = mostFailures
  }

  noteAttempt(id: string): void {
    if (this.#records.has(id)) return
    this.#records.set(id, { successesBefore: this.#successes, failures: 0, caused: 0, isProven: false })
  }

  noteSuccess(id: string): void {
    this.#successes++
    this.#records.delete(id)
  }

  /** `isOfMessage` means that the plugin reported the message as refused. */
  noteFailure(id: string, isOfMessage: boolean): Verdict {
    const record = this.#records.get(id)
    if (record === undefined) return { isOver: false, pauseAfter: undefined, mayProbe: false }
    record.failures++
    if (isOfMessage || record.isProven || this.#successes > record.successesBefore) record.caused++
    record.successesBefore = this.#successes
    const { caused, failures, isProven } = record
    const most = this.#mostFailures()
    return {
      isOver: caused >= most,
      pauseAfter: isProven ? lastTries - (most - caused) : undefined,
      mayProbe: failures >= most && !isProven,
    }
  }

  /** Notes that the message behind this one succeeded in its place. */
  notePassedBy(id: string): void {
    const record = this.#records.get(id)
    if (record === undefined) return
    record.isProven = true
    record.caused = Math.max(record.caused, this.#mostFailures() - lastTries)
  }

  /** Notes that this delivery is over. */
  forget(id: string): void {
    this.#records.delete(id)
  }
}
