/** Notices when everything fails, so that the other side is asked now and then instead of once for each conversation. */
import { retryDelayMs } from '../domain/retry-schedule.ts'

export interface Circuit {
  succeeded(): void
  failed(nowMs: number, afterMs: number | null): void
  isOpen(): boolean
  /** Until then nothing is tried. */
  closedUntilMs(): number
  /** The next try may be now. */
  wake(): void
}

/** In a row, over all conversations. */
const toleratedFailures = 5

export function createCircuit(random: () => number): Circuit {
  let failures = 0
  let untilMs = 0
  return {
    succeeded() {
      failures = 0
      untilMs = 0
    },
    failed(nowMs, afterMs) {
      // What was in flight beside the failure that began this pause says nothing new.
      if (nowMs < untilMs) return
      failures++
      const pauses = failures - toleratedFailures + 1
      if (pauses > 0) untilMs = nowMs + (afterMs ?? retryDelayMs(pauses, random))
    },
    isOpen: () => failures >= toleratedFailures,
    closedUntilMs: () => untilMs,
    wake() {
      untilMs = 0
    },
  }
}
