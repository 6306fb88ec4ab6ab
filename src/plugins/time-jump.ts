/** Notices that time passed while we did not run (sleep, a stopped process), or that the clock was set. */
import type { Clock } from '../base/clock.ts'

const toleranceMs = 5_000

/**
 * The returned function is called at a steady pace; it returns whether the time since its last call was more than an
 * ordinary pause.
 */
export function createJumpDetector(clock: Clock, paceMs: number): () => boolean {
  let last = { wallMs: clock.nowMs(), monotonicMs: clock.monotonicMs() }
  return () => {
    const now = { wallMs: clock.nowMs(), monotonicMs: clock.monotonicMs() }
    const wallMs = now.wallMs - last.wallMs
    const monotonicMs = now.monotonicMs - last.monotonicMs
    last = now
    // Checks both clocks, because some systems stop the monotonic clock while they sleep and some do not.
    return Math.abs(wallMs - monotonicMs) > toleranceMs || monotonicMs > paceMs + toleranceMs
  }
}
