/** Holds events between the stream of the Mac and the envelopes: as many as wait go into the next one. */
import { mostEvents } from '../envelope/envelope.ts'
import type { JournalEvent } from './snapshot.ts'

/** The journal keeps the others. */
const mostHeld = 2_000

export class EventQueue {
  readonly #events: JournalEvent[] = []
  #changed = Promise.withResolvers<void>()

  /** Resolves once there is room for another. */
  async add(event: JournalEvent): Promise<void> {
    this.#events.push(event)
    this.#tell()
    while (this.#events.length >= mostHeld) await this.#changed.promise
  }

  /** Resolves with the oldest events, once there are any. */
  async take(): Promise<JournalEvent[]> {
    while (this.#events.length === 0) await this.#changed.promise
    const taken = this.#events.splice(0, mostEvents)
    this.#tell()
    return taken
  }

  #tell(): void {
    this.#changed.resolve()
    this.#changed = Promise.withResolvers<void>()
  }
}
