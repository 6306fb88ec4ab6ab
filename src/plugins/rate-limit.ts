/** Limits how often something may happen within a second, or another window. Counts calls beyond the limit. */

export interface RateLimit {
  /** Whether one more may happen now. */
  take(): boolean
  /** How many were turned away since the last call of this method. */
  turnedAway(): number
}

export function createRateLimit(perWindow: number, monotonicMs: () => number, windowMs = 1_000): RateLimit {
  let windowEndsAtMs = 0
  let left = 0
  let refused = 0
  return {
    take() {
      const nowMs = monotonicMs()
      if (nowMs >= windowEndsAtMs) {
        windowEndsAtMs = nowMs + windowMs
        left = perWindow
      }
      if (left === 0) {
        refused++
        return false
      }
      left--
      return true
    },
    turnedAway() {
      const count = refused
      refused = 0
      return count
    },
  }
}
