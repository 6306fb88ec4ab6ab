/** How many may be sent: a bucket that refills evenly, so that nothing ever locks for good. */

export interface Bucket {
  tokens: number
  atMs: number
}

const minuteMs = 60_000

/** Takes one, or says how long until there is one. Undefined: never used. */
export function takeToken(
  bucket: Bucket | undefined,
  { perMinute, nowMs }: { perMinute: number; nowMs: number },
): { is: 'taken'; bucket: Bucket } | { is: 'empty'; retryAfterS: number } {
  const { tokens, atMs } = refilled(bucket, { perMinute, nowMs })
  if (tokens >= 1) return { is: 'taken', bucket: { tokens: tokens - 1, atMs } }
  const waitMs = ((1 - tokens) * minuteMs) / perMinute + (atMs - nowMs)
  return { is: 'empty', retryAfterS: Math.ceil(waitMs / 1_000) }
}

/**
 * In a minute it is full, whatever was in it. A clock that was set back by more counts as that, too; by less, it may be no
 * clock at all but another process that was quicker.
 */
function refilled(bucket: Bucket | undefined, { perMinute, nowMs }: { perMinute: number; nowMs: number }): Bucket {
  if (bucket === undefined || Math.abs(nowMs - bucket.atMs) >= minuteMs) return { tokens: perMinute, atMs: nowMs }
  const gained = (Math.max(0, nowMs - bucket.atMs) * perMinute) / minuteMs
  return { tokens: Math.min(perMinute, bucket.tokens + gained), atMs: Math.max(bucket.atMs, nowMs) }
}
