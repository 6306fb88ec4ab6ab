/**
 * Repeats work at a steady pace, at the same moments as everything else in this process that has such a pace: each time
 * that an idle process wakes costs more than what it then does.
 */
export class SteadyTimer {
  readonly #everyMs: number
  readonly #work: () => void
  #next: NodeJS.Timeout
  #isRef = true

  constructor(everyMs: number, work: () => void) {
    this.#everyMs = everyMs
    this.#work = work
    this.#next = this.#schedule()
  }

  /** Lets the process end although the work goes on. */
  unref(): this {
    this.#isRef = false
    this.#next.unref()
    return this
  }

  stop(): void {
    clearTimeout(this.#next)
  }

  #schedule(): NodeJS.Timeout {
    const next = setTimeout(
      () => {
        this.#next = this.#schedule()
        this.#work()
      },
      Math.min(untilSharedMoment(this.#everyMs), longestMs),
    )
    return this.#isRef ? next : next.unref()
  }
}

/** Timers do not support much more than 24 days. */
const longestMs = 24 * 86_400_000

/** A timer that fired this much too early is not due again at the same moment. */
const earlyMs = 20

/** Returns the milliseconds until the next multiple of the pace. */
export function untilSharedMoment(everyMs: number, nowMs = performance.now()): number {
  const leftMs = Math.ceil(everyMs - (nowMs % everyMs))
  return leftMs <= Math.min(earlyMs, everyMs / 2) ? leftMs + everyMs : leftMs
}
