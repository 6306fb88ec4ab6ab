/** Holds what was read and not stored yet: what is live goes before what was written long ago. */

export type Urgency = 'live' | 'past'

const mostHeld = 500
const mostBytes = 1_000_000

interface Sized {
  data: Uint8Array
}

export class Backlog<T extends Sized> {
  readonly #held: Record<Urgency, T[]> = { live: [], past: [] }
  #changed = Promise.withResolvers<void>()

  /** Resolves once there is room for another. */
  async add(urgency: Urgency, one: T): Promise<void> {
    this.#held[urgency].push(one)
    this.#tell()
    while (this.#held[urgency].length >= mostHeld) await this.#changed.promise
  }

  /** Resolves once there is something to take. */
  async filled(): Promise<void> {
    while (this.#held.live.length + this.#held.past.length === 0) await this.#changed.promise
  }

  /** Takes the oldest of the more urgent kind, at most as much as one transaction is to store. */
  take(): { urgency: Urgency; batch: T[] } | undefined {
    const urgency = this.#held.live.length > 0 ? 'live' : 'past'
    const held = this.#held[urgency]
    let bytes = 0
    const end = held.findIndex(({ data }, n) => {
      bytes += data.length
      return n >= mostHeld || (n > 0 && bytes > mostBytes)
    })
    const batch = held.splice(0, end < 0 ? held.length : end)
    this.#tell()
    return batch.length === 0 ? undefined : { urgency, batch }
  }

  #tell(): void {
    this.#changed.resolve()
    this.#changed = Promise.withResolvers<void>()
  }
}
