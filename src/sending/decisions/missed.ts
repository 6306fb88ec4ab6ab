/** Decides whether a scheduled send missed its time, so that it has to ask instead of going late. */

interface Due {
  hold: 'scheduled' | 'due'
  sendAtMs: number
}

/**
 * A send that waits because of the limit of messages in a minute is not late by that: it counts from when a process last
 * saw it wait. `seenAtMs` is null before the first such time.
 */
export function isMissed(
  { hold, sendAtMs }: Due,
  { nowMs, seenAtMs, missedAfterMs }: { nowMs: number; seenAtMs: number | null; missedAfterMs: number },
): boolean {
  const attendedMs = hold === 'due' ? Math.max(sendAtMs, seenAtMs ?? 0) : sendAtMs
  return nowMs - attendedMs > missedAfterMs
}
