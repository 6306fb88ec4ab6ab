/** Keeps the time that telling relay from history needs: sleeps and downtimes, and how many late rows came lately. */
import { isStale, type LaneClock } from '../domain/lane.ts'
import type { Row } from '../domain/row.ts'

export interface LaneWatch {
  /** A sleep or downtime is over; its messages come in now, not always in order. */
  gapEnded(gap: { lengthMs: number; newestMs: number; nowMs: number }): void
  clockFor(page: readonly Row[], newestMs: number, nowMs: number): LaneClock
}

/** How long after waking up messages still come in. */
const catchUpMs = 30 * 60_000
/** Late rows within this time belong to one back-fill. */
const burstWindowMs = 60_000

export function laneWatch(maxAgeMs: () => number): LaneWatch {
  let gap: { lengthMs: number; newestMs: number; endsMs: number } | undefined
  let stale: { count: number; sinceMs: number } = { count: 0, sinceMs: 0 }
  return {
    gapEnded({ lengthMs, newestMs, nowMs }) {
      gap = { lengthMs, newestMs, endsMs: nowMs + catchUpMs }
    },
    clockFor(page, newestMs, nowMs) {
      if (gap !== undefined && nowMs > gap.endsMs) gap = undefined
      // A clock that was set back makes what is known look like the future; beside it all that comes would be late.
      const settledMs = Math.min(newestMs, gap?.newestMs ?? newestMs, nowMs)
      if (Math.abs(nowMs - stale.sinceMs) > burstWindowMs) stale = { count: 0, sinceMs: nowMs }
      stale.count += page.filter(({ sentAtMs }) => isStale(sentAtMs, settledMs)).length
      return { nowMs, maxAgeMs: maxAgeMs(), newestMs: settledMs, gapMs: gap?.lengthMs ?? 0, staleLately: stale.count }
    },
  }
}
