/** Notices that time went by without us (sleep, a stopped process) or that the clock was set. */
import type { Clock } from './clock.ts'

const toleranceMs = 5_000

/** Asked at a steady pace; tells whether the time since the last question was no ordinary pause. */
export function createJumpDetector(clock: Clock, paceMs: number): () => boolean {
  let last = { wallMs: clock.nowMs(), monotonicMs: clock.monotonicMs() }
  return () => {
    const now = { wallMs: clock.nowMs(), monotonicMs: clock.monotonicMs() }
    const wallMs = now.wallMs - last.wallMs
    const monotonicMs = now.monotonicMs - last.monotonicMs
    last = now
    // Both, because some systems stop the monotonic clock while they sleep and some do not.
    return Math.abs(wallMs - monotonicMs) > toleranceMs || monotonicMs > paceMs + toleranceMs
  }
}
