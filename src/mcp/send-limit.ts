/** Limits how many messages tools send in a minute, for each caller. */
import { type Bucket, takeToken } from '../domain/rate-bucket.ts'
import { ServiceError } from '../domain/service-error.ts'

const sendsPerMinute = 10

export class SendLimit {
  readonly #nowMs: () => number
  #bucket: Bucket | undefined

  constructor(nowMs: () => number = Date.now) {
    this.#nowMs = nowMs
  }

  /** Throws `rate_limited`. */
  take(): void {
    const taken = takeToken(this.#bucket, { perMinute: sendsPerMinute, nowMs: this.#nowMs() })
    if (taken.is === 'empty')
      throw new ServiceError(
        'rate_limited',
        `Tools send ${sendsPerMinute} messages a minute at most. Nothing was sent.`,
        { retry_after_s: taken.retryAfterS },
      )
    this.#bucket = taken.bucket
  }
}
