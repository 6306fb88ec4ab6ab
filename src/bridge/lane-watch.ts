/**
 * Tracks the times needed to choose between relay and history: sleeps and downtimes, and how many late rows came
 * recently.
 */
import { isStale, type LaneClock } from '../domain/lane.ts'
import type { Row } from '../domain/row.ts'

export interface LaneWatch {
  /** Reports that a sleep or downtime is over; its messages come in now, not always in order. */
  gapEnded(gap: { lengthMs: number; newestMs: number; nowMs: number }): void
  clockFor(page: readonly Row[], newestMs: number, nowMs: number): LaneClock
}

/** How long messages still come in after waking up. */
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
      // After the clock was set back, known dates are in the future; compared with them every new row would be late.
      const settledMs = Math.min(newestMs, gap?.newestMs ?? newestMs, nowMs)
      if (Math.abs(nowMs - stale.sinceMs) > burstWindowMs) stale = { count: 0, sinceMs: nowMs }
      stale.count += page.filter(({ sentAtMs }) => isStale(sentAtMs, settledMs)).length
      return { nowMs, maxAgeMs: maxAgeMs(), newestMs: settledMs, gapMs: gap?.lengthMs ?? 0, staleLately: stale.count }
    },
  }
}
