/** The two clocks of the host: one to write down and compare across restarts, one that nobody can set. */

export interface Clock {
  /** Unix milliseconds. */
  nowMs(): number
  monotonicMs(): number
}

export const systemClock: Clock = { nowMs: Date.now, monotonicMs: () => performance.now() }
