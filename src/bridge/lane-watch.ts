/**
 * Tracks the times needed to choose between relay and history: sleeps and downtimes, and how many late rows came
 * recently.
 */
import { isStale, type LaneClock } from '../domain/lane.ts'
import type { Row } from '../domain/message.ts'

/** How long messages still come in after waking up. */
const catchUpMs = 30 * 60_000
/** Late rows within this time belong to one back-fill. */
const burstWindowMs = 60_000

export class LaneWatch {
  readonly #maxAgeMs: () => number
  #gap: { lengthMs: number; newestMs: number; endsMs: number } | undefined
  #stale: { count: number; sinceMs: number } = { count: 0, sinceMs: 0 }

  constructor(maxAgeMs: () => number) {
    this.#maxAgeMs = maxAgeMs
  }

  /** Reports that a sleep or downtime is over; its messages come in now, not always in order. */
  gapEnded({ lengthMs, newestMs, nowMs }: { lengthMs: number; newestMs: number; nowMs: number }): void {
    this.#gap = { lengthMs, newestMs, endsMs: nowMs + catchUpMs }
  }

  clockFor(page: readonly Row[], newestMs: number, nowMs: number): LaneClock {
    if (this.#gap !== undefined && nowMs > this.#gap.endsMs) this.#gap = undefined
    // After the clock was set back, known dates are in the future; compared with them every new row would be late.
    const settledMs = Math.min(newestMs, this.#gap?.newestMs ?? newestMs, nowMs)
    if (Math.abs(nowMs - this.#stale.sinceMs) > burstWindowMs) this.#stale = { count: 0, sinceMs: nowMs }
    this.#stale.count += page.filter(({ sentAtMs }) => isStale(sentAtMs, settledMs)).length
    return {
      nowMs,
      maxAgeMs: this.#maxAgeMs(),
      newestMs: settledMs,
      gapMs: this.#gap?.lengthMs ?? 0,
      staleLately: this.#stale.count,
    }
  }
}
