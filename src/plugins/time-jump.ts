/** Notices that time passed while we did not run (sleep, a stopped process), or that the clock was set. */
import type { Clock } from '../base/clock.ts'

const toleranceMs = 5_000

export class JumpDetector {
  readonly #clock: Clock
  readonly #paceMs: number
  #wallMs: number
  #monotonicMs: number

  constructor(clock: Clock, paceMs: number) {
    this.#clock = clock
    this.#paceMs = paceMs
    this.#wallMs = clock.nowMs()
    this.#monotonicMs = clock.monotonicMs()
  }

  /** Called at a steady pace. Returns whether the time since the last call was more than an ordinary pause. */
  hasJumped(): boolean {
    const [wallMs, monotonicMs] = [this.#clock.nowMs(), this.#clock.monotonicMs()]
    const wallPassedMs = wallMs - this.#wallMs
    const monotonicPassedMs = monotonicMs - this.#monotonicMs
    this.#wallMs = wallMs
    this.#monotonicMs = monotonicMs
    // Checks both clocks, because some systems stop the monotonic clock while they sleep and some do not.
    return Math.abs(wallPassedMs - monotonicPassedMs) > toleranceMs || monotonicPassedMs > this.#paceMs + toleranceMs
  }
}
