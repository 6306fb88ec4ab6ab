/**
 * Tracks the deliveries that the runner has and has not answered: which of them it has begun, their deadlines, and the
 * calls that were given up without an end.
 */
import type { PendingDelivery } from '../store/journal/deliveries.ts'
import type { Attempt } from './outcome.ts'
import { mostAtOnce } from './protocol.ts'

export const ackWaitMs = 30_000

export class InFlight {
  readonly #monotonicMs: () => number
  readonly #attempts = new Map<string, Attempt>()
  readonly #deadlines = new Map<string, number>()
  /** The start of each delivery that has begun, in monotonic milliseconds. */
  readonly #begunAtMs = new Map<string, number>()
  /** The deliveries that take one of the `mostAtOnce` places. */
  readonly #running = new Set<string>()
  /** The deliveries that wait at the runner, in the order in which it begins them. */
  readonly #behind = new Set<string>()
  /** The deliveries that may have killed the plugin. */
  readonly #suspects = new Set<string>()
  readonly #abandoned = new Map<string, PendingDelivery>()

  /** All state of a delivery in flight. */
  readonly #statesOfOne: readonly (Map<string, unknown> | Set<string>)[] = [
    this.#attempts,
    this.#deadlines,
    this.#begunAtMs,
    this.#running,
    this.#behind,
    this.#suspects,
  ]

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
    const { id, crashes } = attempt.delivery
    this.#attempts.set(id, attempt)
    if (crashes > 0) this.#suspects.add(id)
    this.prolong(id)
  }

  remove(id: string): void {
    for (const state of this.#statesOfOne) state.delete(id)
    this.#beginNext()
  }

  /** The runner begins them in the order in which they are handed over, and a test at once. */
  noteHandover({ delivery: { id, isTest } }: Attempt): void {
    if (isTest) {
      this.#begin(id)
      return
    }
    this.#behind.add(id)
    this.#deadlines.delete(id)
    this.#beginNext()
  }

  /** Whether the plugin has the delivery, as far as is known here. */
  hasBegun(id: string): boolean {
    return this.#begunAtMs.has(id)
  }

  /** Returns how long the plugin has had the delivery, in whole milliseconds; undefined before it has begun. */
  elapsedMs(id: string): number | undefined {
    const sinceMs = this.#begunAtMs.get(id)
    return sinceMs === undefined ? undefined : Math.max(0, Math.round(this.#monotonicMs() - sinceMs))
  }

  /** Restarts the time limit of the delivery; one that waits at the runner has none. */
  prolong(id: string): void {
    if (this.#attempts.has(id) && !this.#behind.has(id)) this.#deadlines.set(id, this.#monotonicMs() + ackWaitMs)
  }

  prolongAll(): void {
    for (const id of this.#attempts.keys()) this.prolong(id)
  }

  overdue(): Attempt[] {
    const nowMs = this.#monotonicMs()
    return this.all().filter(({ delivery }) => (this.#deadlines.get(delivery.id) ?? Number.POSITIVE_INFINITY) <= nowMs)
  }

  /**
   * Returns whether the delivery may go beside those in flight. One that may have killed the plugin goes on its own, so
   * that no other one is blamed for it.
   */
  mayJoin({ crashes }: PendingDelivery): boolean {
    return this.size === 0 || (crashes === 0 && this.#suspects.size === 0)
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
    for (const state of this.#statesOfOne) state.clear()
    this.#abandoned.clear()
  }

  #begin(id: string): void {
    this.#begunAtMs.set(id, this.#monotonicMs())
    this.prolong(id)
  }

  /** Does as the runner does: the oldest that waits takes the place of one that is over. */
  #beginNext(): void {
    const [next] = this.#behind
    if (next === undefined || this.#running.size >= mostAtOnce) return
    this.#behind.delete(next)
    this.#running.add(next)
    this.#begin(next)
  }
}
