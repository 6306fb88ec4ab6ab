/**
 * The two clocks: the wall clock, to store and compare times across restarts, and a monotonic clock, which nobody can
 * set.
 */

export interface Clock {
  /** Unix milliseconds. */
  nowMs(): number
  monotonicMs(): number
}

export const systemClock: Clock = { nowMs: Date.now, monotonicMs: () => performance.now() }
