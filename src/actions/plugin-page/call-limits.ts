/** Limits how many calls a plugin on the page may make in a minute, in addition to the limits for everyone. */
import { type Bucket, takeToken } from '../../domain/rate-bucket.ts'
import { ServiceError } from '../../domain/service-error.ts'

const perMinute = { call: 1_200, log: 120, send: 20 } as const

export interface CallLimits {
  /** Throws `rate_limited`. */
  take(plugin: string, kind: keyof typeof perMinute): void
}

export function callLimits(nowMs: () => number): CallLimits {
  const buckets = new Map<string, Bucket>()
  return {
    take(plugin, kind) {
      const place = `${plugin} ${kind}`
      const taken = takeToken(buckets.get(place), { perMinute: perMinute[kind], nowMs: nowMs() })
      if (taken.is === 'empty')
        throw new ServiceError('rate_limited', 'This plugin asks too much.', { retry_after_s: taken.retryAfterS })
      buckets.set(place, taken.bucket)
    },
  }
}
