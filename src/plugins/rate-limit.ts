/** Limits how often something may happen within a second, or another window. Counts calls beyond the limit. */

export class RateLimit {
  readonly #perWindow: number
  readonly #monotonicMs: () => number
  readonly #windowMs: number
  #windowEndsAtMs = 0
  #left = 0
  #refused = 0

  constructor(perWindow: number, monotonicMs: () => number, windowMs = 1_000) {
    this.#perWindow = perWindow
    this.#monotonicMs = monotonicMs
    this.#windowMs = windowMs
  }

  /** Returns whether one more may happen now. */
  take(): boolean {
    const nowMs = this.#monotonicMs()
    if (nowMs >= this.#windowEndsAtMs) {
      this.#windowEndsAtMs = nowMs + this.#windowMs
      this.#left = this.#perWindow
    }
    if (this.#left === 0) {
      this.#refused++
      return false
    }
    this.#left--
    return true
  }

  /** Returns how many were refused since the last call of this method. */
  countRefused(): number {
    const count = this.#refused
    this.#refused = 0
    return count
  }
}
