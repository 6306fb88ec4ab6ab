/**
 * A circuit breaker: when every delivery fails, it lets one attempt through now and then instead of one for each
 * conversation.
 */
import { retrySchedule, waitMs } from '../domain/retry-schedule.ts'

export interface Circuit {
  succeeded(): void
  /** Reports that the delivery with this id failed; `askedMs` is the pause that the receiver asked for. */
  failed(id: string, nowMs: number, askedMs: number | null): void
  isOpen(): boolean
  /** Nothing is tried before this time. */
  closedUntilMs(): number
  /** Allows the next attempt at once. */
  wake(): void
}

export function createCircuit(random: () => number): Circuit {
  /**
   * Deliveries that failed since the last success. One delivery that fails repeatedly says nothing about the others.
   */
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
      // A delivery that was already in flight when this pause began tells nothing new.
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
