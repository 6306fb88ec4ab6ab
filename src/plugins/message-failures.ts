/**
 * Distinguishes a message that a plugin cannot handle from a receiver that is away. A receiver that is away fails for
 * everything, so a failure counts against its message only when something else succeeded since the message was last
 * tried. Where nothing else is under way, the message behind it is tried once in its place, to find out.
 */

export interface MessageFailures {
  handedOver(id: string): void
  /** Another delivery succeeded. */
  succeeded(id: string): void
  /** `isOfMessage` means that the plugin reported the message as refused. */
  failed(id: string, isOfMessage: boolean): Verdict
  /** The message behind this one succeeded in its place. */
  passedBy(id: string): void
  /** This delivery is over. */
  forget(id: string): void
}

interface Verdict {
  /** The message has failed as often as it may. */
  isOver: boolean
  /** The number of failures that determines the next pause; undefined means the number of attempts. */
  pauseAfter: number | undefined
  /** The message has failed often enough that the one behind it may be tried. */
  mayProbe: boolean
}

interface Failing {
  /** The number of successes when the delivery was last tried. */
  successesBefore: number
  failures: number
  caused: number
  isProven: boolean
}

/**
 * How many more failures end the delivery once the message behind it succeeded; the receiver may have come back in
 * between.
 */
const lastTries = 3

export function createMessageFailures(mostFailures: () => number): MessageFailures {
  const records = new Map<string, Failing>()
  let successes = 0

  return {
    handedOver(id) {
      if (!records.has(id)) records.set(id, { successesBefore: successes, failures: 0, caused: 0, isProven: false })
    },
    succeeded(id) {
      successes++
      records.delete(id)
    },
    failed(id, isOfMessage) {
      const record = records.get(id)
      if (record === undefined) return { isOver: false, pauseAfter: undefined, mayProbe: false }
      record.failures++
      if (isOfMessage || record.isProven || successes > record.successesBefore) record.caused++
      record.successesBefore = successes
      const { caused, failures, isProven } = record
      return {
        isOver: caused >= mostFailures(),
        pauseAfter: isProven ? lastTries - (mostFailures() - caused) : undefined,
        mayProbe: failures >= mostFailures() && !isProven,
      }
    },
    passedBy(id) {
      const record = records.get(id)
      if (record === undefined) return
      record.isProven = true
      record.caused = Math.max(record.caused, mostFailures() - lastTries)
    },
    forget: (id) => void records.delete(id),
  }
}
