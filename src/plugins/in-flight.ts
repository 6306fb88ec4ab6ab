/**
 * Tracks the deliveries that the runner has and has not answered: their deadlines, and the calls that were given up
 * without an end.
 */
import type { PendingDelivery } from '../store/journal/deliveries.ts'
import type { Attempt } from './outcome.ts'

export const ackWaitMs = 30_000

export class InFlight {
  readonly #monotonicMs: () => number
  readonly #attempts = new Map<string, Attempt>()
  readonly #deadlines = new Map<string, number>()
  /** When each was handed over, in monotonic milliseconds. */
  readonly #handedAtMs = new Map<string, number>()
  readonly #abandoned = new Map<string, PendingDelivery>()

  constructor(monotonicMs: () => number) {
    this.#monotonicMs = monotonicMs
  }

  get size(): number {
    return this.#attempts.size
  }

  get abandonedCount(): number {
    return this.#abandoned.size
  }

  all(): Attempt[] {
    return [...this.#attempts.values()]
  }

  get(id: string): Attempt | undefined {
    return this.#attempts.get(id)
  }

  add(attempt: Attempt): void {
    this.#attempts.set(attempt.delivery.id, attempt)
    this.prolong(attempt.delivery.id)
  }

  remove(id: string): void {
    this.#attempts.delete(id)
    this.#deadlines.delete(id)
    this.#handedAtMs.delete(id)
  }

  noteHandover({ delivery }: Attempt): void {
    this.#handedAtMs.set(delivery.id, this.#monotonicMs())
  }

  /** Returns how long the plugin has had the delivery, in whole milliseconds; undefined before the handover. */
  elapsedMs(id: string): number | undefined {
    const sinceMs = this.#handedAtMs.get(id)
    return sinceMs === undefined ? undefined : Math.max(0, Math.round(this.#monotonicMs() - sinceMs))
  }

  /** Restarts the time limit of the delivery. */
  prolong(id: string): void {
    if (this.#attempts.has(id)) this.#deadlines.set(id, this.#monotonicMs() + ackWaitMs)
  }

  prolongAll(): void {
    for (const id of this.#attempts.keys()) this.prolong(id)
  }

  overdue(): Attempt[] {
    const nowMs = this.#monotonicMs()
    return this.all().filter(({ delivery }) => (this.#deadlines.get(delivery.id) ?? 0) <= nowMs)
  }

  /**
   * Returns whether the delivery may go beside those in flight. One that may have killed the plugin goes on its own, so
   * that no other one is blamed for it.
   */
  mayJoin({ crashes }: PendingDelivery): boolean {
    return this.size === 0 || (crashes === 0 && this.all().every(({ delivery }) => delivery.crashes === 0))
  }

  /** Stops waiting for a delivery whose call was never seen to end. */
  abandon({ delivery }: Attempt): void {
    this.#abandoned.set(delivery.id, delivery)
  }

  /** Notes that an abandoned call has ended after all, and returns its delivery. */
  endAbandoned(id: string): PendingDelivery | undefined {
    const delivery = this.#abandoned.get(id)
    this.#abandoned.delete(id)
    return delivery
  }

  clear(): void {
    for (const map of [this.#attempts, this.#deadlines, this.#handedAtMs, this.#abandoned]) map.clear()
  }
}
