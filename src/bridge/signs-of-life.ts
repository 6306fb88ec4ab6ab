/** When the bridge was last awake: it beats at every turn, and in the middle of a long one; what lies between far beats was slept through. */
import type { Clock } from '../plugins/clock.ts'

interface Life {
  clock: Clock
  /** Unix milliseconds. */
  lastAliveMs: number
  beat(nowMs: number): void
  onGap(gap: { lengthMs: number; nowMs: number }): void
}

/** Beats this far apart were slept between. */
const sleptMs = 30_000

/** Others take it for dead after ten seconds; a hundred thousand messages are taken in for longer than that. */
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
    /** In the middle of a turn. Tells whether it was time for a beat. */
    still(): boolean {
      const nowMs = clock.nowMs()
      if (nowMs - aliveMs < beatEveryMs) return false
      now(nowMs)
      return true
    },
  }
}
