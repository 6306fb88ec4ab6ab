/** Limits that refuse an order: a full queue, the same content to many people, or too many messages within a minute. */
import type { DatabaseSync } from 'node:sqlite'
import { type Bucket, takeToken } from '../../domain/rate-bucket.ts'
import { ServiceError } from '../../domain/service-error.ts'
import { presentParts, sameHash } from './hashes.ts'
import type { Limits, Order } from './ledger.ts'

export interface OrderLimits {
  /** Runs inside a transaction that is rolled back when this throws. */
  admit(order: Order, limits: Limits): void
  /** Throws `confirmation_needed` where the same content goes to too many people around `atMs`. */
  requireFewPeople(
    order: Pick<Order, 'conversation' | 'isConfirmed' | 'parts'>,
    around: { atMs: number; sameTextPeople: number },
  ): void
  /** Throws `rate_limited` where the requester asked for as many sends as it may in an hour. */
  requireWithinHour(order: Pick<Order, 'by' | 'perHour' | 'createdAtMs' | 'sendAtMs'>): void
  /** Takes the place of one more send in the queue; false while there is none. */
  takePlace(at: { perMinute: number; nowMs: number }): boolean
}

const longestQueue = 500
/** About as long as the handover of one message takes. */
const placeFreeS = 5
const sameTextMs = 3_600_000
const hourMs = 3_600_000

const sql = {
  waiting: "SELECT count(DISTINCT send) AS n FROM part WHERE stage IN ('ready', 'later', 'fallback')",
  // The range includes the future, since a clock that was set back makes past orders appear there.
  others: `SELECT count(DISTINCT s.conversation) AS n FROM part p JOIN send s ON s.seq = p.send
    WHERE p.same_hash = :hash AND s.conversation <> :conversation AND s.state NOT IN ('failed', 'held')
      AND p.asked_at_ms > :nowMs - ${sameTextMs} AND p.asked_at_ms < :nowMs + ${sameTextMs}`,
  // Sends requested within the last hour, and sends due within an hour of this one.
  asked: `SELECT count(*) AS n, min(created_at_ms) AS oldestMs FROM send WHERE asked_by = :by
    AND (created_at_ms > :nowMs - ${hourMs} OR send_at_ms BETWEEN :atMs - ${hourMs} AND :atMs + ${hourMs})`,
  bucket: 'SELECT tokens, tokens_at_ms AS atMs FROM machine WHERE tokens IS NOT NULL',
  fill: 'UPDATE machine SET tokens = :tokens, tokens_at_ms = :atMs',
}

export function orderLimits(db: DatabaseSync): OrderLimits {
  const [waiting, others] = [db.prepare(sql.waiting), db.prepare(sql.others)]
  const asked = db.prepare(sql.asked)
  const [bucket, fill] = [db.prepare(sql.bucket), db.prepare(sql.fill)]
  const countIn = (row: object | undefined) => (row as { n: number }).n

  function peopleWith({ conversation, parts }: Pick<Order, 'conversation' | 'parts'>, nowMs: number): number {
    const counts = presentParts(parts).map((part) => countIn(others.get({ hash: sameHash(part), conversation, nowMs })))
    return Math.max(...counts) + 1
  }

  /** Returns undefined once the token is taken. */
  function take(perMinute: number, nowMs: number): { retryAfterS: number } | undefined {
    const taken = takeToken(bucket.get() as Bucket | undefined, { perMinute, nowMs })
    if (taken.is === 'empty') return taken
    fill.run({ tokens: taken.bucket.tokens, atMs: taken.bucket.atMs })
    return undefined
  }

  const isFull = () => countIn(waiting.get()) >= longestQueue
  const requireFewPeople: OrderLimits['requireFewPeople'] = (order, { atMs, sameTextPeople }) => {
    const people = order.isConfirmed ? 0 : peopleWith(order, atMs)
    if (people > sameTextPeople)
      throw new ServiceError('confirmation_needed', `It would go to ${people} people within an hour.`, { people })
  }

  return {
    requireFewPeople,
    requireWithinHour({ by, perHour, createdAtMs: nowMs, sendAtMs }) {
      if (perHour === undefined) return
      const { n, oldestMs } = asked.get({ by, nowMs, atMs: sendAtMs ?? nowMs }) as { n: number; oldestMs: number }
      if (n < perHour) return
      throw new ServiceError('rate_limited', `This key may ask for ${perHour} messages in an hour.`, {
        retry_after_s: Math.min(3_600, Math.max(1, Math.ceil((oldestMs + hourMs - nowMs) / 1_000))),
      })
    },
    admit(order, { perMinute, sameTextPeople }) {
      if (isFull())
        throw new ServiceError('queue_full', `${longestQueue} messages wait already.`, { retry_after_s: placeFreeS })
      requireFewPeople(order, { atMs: order.createdAtMs, sameTextPeople })
      const lacking = take(perMinute, order.createdAtMs)
      if (lacking !== undefined)
        throw new ServiceError('rate_limited', 'More messages were asked for than may be sent in a minute.', {
          retry_after_s: lacking.retryAfterS,
        })
    },
    takePlace: ({ perMinute, nowMs }) => !isFull() && take(perMinute, nowMs) === undefined,
  }
}
