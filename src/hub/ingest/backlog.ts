/** Holds envelopes that were read and not stored yet. News goes before the past. */
import { Condition } from '../../base/condition.ts'

export type Urgency = 'live' | 'past'

const mostHeld = 500
const mostBytes = 1_000_000

interface Sized {
  data: Uint8Array
}

export class Backlog<T extends Sized> {
  readonly #held: Record<Urgency, T[]> = { live: [], past: [] }
  readonly #changes = new Condition()

  /** Resolves once there is room for another. */
  async add(urgency: Urgency, one: T): Promise<void> {
    this.#held[urgency].push(one)
    this.#changes.notify()
    await this.#changes.until(() => this.#held[urgency].length < mostHeld)
  }

  /** Resolves once there is something to take. */
  filled(): Promise<void> {
    return this.#changes.until(() => this.#held.live.length + this.#held.past.length > 0)
  }

  /** Takes the oldest envelopes of the more urgent kind, at most as many as one transaction stores. */
  take(): { urgency: Urgency; batch: T[] } | undefined {
    const urgency = this.#held.live.length > 0 ? 'live' : 'past'
    const held = this.#held[urgency]
    let bytes = 0
    const end = held.findIndex(({ data }, n) => {
      bytes += data.length
      return n >= mostHeld || (n > 0 && bytes > mostBytes)
    })
    const batch = held.splice(0, end < 0 ? held.length : end)
    this.#changes.notify()
    return batch.length === 0 ? undefined : { urgency, batch }
  }
}
