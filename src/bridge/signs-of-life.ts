/**
 * Tracks when the bridge was awake: it beats at every poll and within long ones, and a long time between beats was a
 * sleep.
 */
import type { Clock } from '../base/clock.ts'

interface Life {
  clock: Clock
  /** Unix milliseconds of the last sign of life. */
  lastAliveMs: number
  beat(nowMs: number): void
  onGap(gap: { lengthMs: number; nowMs: number }): void
}

/** Beats further apart than this have a sleep between them. */
const sleptMs = 30_000

/**
 * Other processes take the bridge for dead after ten seconds, and ingesting a hundred thousand messages takes longer
 * than that.
 */
const beatEveryMs = 1_000

export function signsOfLife({ clock, lastAliveMs, beat, onGap }: Life) {
  let aliveMs = lastAliveMs
  const now = (nowMs: number): void => {
    beat(nowMs)
    if (nowMs - aliveMs > sleptMs) onGap({ lengthMs: nowMs - aliveMs, nowMs })
    aliveMs = nowMs
  }
  return {
    now,
    /** Called within a poll. Returns whether it was time for a beat. */
    still(): boolean {
      const nowMs = clock.nowMs()
      if (nowMs - aliveMs < beatEveryMs) return false
      now(nowMs)
      return true
    },
  }
}
