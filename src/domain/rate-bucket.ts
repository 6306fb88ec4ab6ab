/** Limits how much may be sent with a token bucket that refills evenly, so that nothing locks for good. */

export interface Bucket {
  tokens: number
  atMs: number
}

const minuteMs = 60_000

/** Takes a token, or returns how long it takes until there is one. An undefined bucket was never used. */
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
 * After a minute the bucket is full, whatever was in it. A clock that was set back by more than a minute counts as
 * that, too; a smaller step back may be another process whose time was slightly later.
 */
function refilled(bucket: Bucket | undefined, { perMinute, nowMs }: { perMinute: number; nowMs: number }): Bucket {
  if (bucket === undefined || Math.abs(nowMs - bucket.atMs) >= minuteMs) return { tokens: perMinute, atMs: nowMs }
  const gained = (Math.max(0, nowMs - bucket.atMs) * perMinute) / minuteMs
  return { tokens: Math.min(perMinute, bucket.tokens + gained), atMs: Math.max(bucket.atMs, nowMs) }
}
