/**
 * Breaks the circuit to one plugin: when every delivery fails, one attempt goes through now and then instead of one for
 * each conversation.
 */
import { retrySchedule, waitMs } from '../domain/retry-schedule.ts'

export class CircuitBreaker {
  readonly #random: () => number
  /**
   * Deliveries that failed since the last success. One delivery that fails repeatedly says nothing about the others.
   */
  readonly #failing = new Set<string>()
  #pauses = 0
  #pausedUntilMs = 0

  constructor(random: () => number) {
    this.#random = random
  }

  get isOpen(): boolean {
    return this.#failing.size >= retrySchedule.toleratedFailures
  }

  /** Before this time no delivery is attempted. */
  get pausedUntilMs(): number {
    return this.#pausedUntilMs
  }

  noteSuccess(): void {
    this.#failing.clear()
    this.#pauses = 0
    this.#pausedUntilMs = 0
  }

  /** Notes that the delivery with this id failed; `askedMs` is the pause that the receiver asked for. */
  noteFailure(id: string, nowMs: number, askedMs: number | null): void {
    // A delivery that was already in flight when this pause began tells nothing new.
    if (nowMs < this.#pausedUntilMs) return
    this.#failing.add(id)
    if (!this.isOpen) return
    this.#pauses++
    this.#pausedUntilMs = nowMs + waitMs(this.#pauses, askedMs, this.#random)
  }

  /** Allows the next attempt at once. */
  wake(): void {
    this.#pausedUntilMs = 0
  }
}
