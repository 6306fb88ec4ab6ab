/** Notices when everything fails, so that the other side is asked now and then instead of once for each conversation. */
import { retrySchedule, waitMs } from '../domain/retry-schedule.ts'

export interface Circuit {
  succeeded(): void
  /** Of this delivery; `askedMs` is the pause that the other side asked for. */
  failed(id: string, nowMs: number, askedMs: number | null): void
  isOpen(): boolean
  /** Until then nothing is tried. */
  closedUntilMs(): number
  /** The next try may be now. */
  wake(): void
}

export function createCircuit(random: () => number): Circuit {
  /** Since the last success. One delivery that fails again and again says nothing about the others. */
  const failing = new Set<string>()
  let pauses = 0
  let untilMs = 0

  const isOpen = (): boolean => failing.size >= retrySchedule.toleratedFailures
  const pause = (nowMs: number, askedMs: number | null): void => {
    pauses++
    untilMs = nowMs + waitMs(pauses, askedMs, random)
  }

  return {
    succeeded() {
      failing.clear()
      pauses = 0
      untilMs = 0
    },
    failed(id, nowMs, askedMs) {
      // What was in flight beside the failure that began this pause says nothing new.
      if (nowMs < untilMs) return
      failing.add(id)
      if (isOpen()) pause(nowMs, askedMs)
    },
    isOpen,
    closedUntilMs: () => untilMs,
    wake() {
      untilMs = 0
    },
  }
}
