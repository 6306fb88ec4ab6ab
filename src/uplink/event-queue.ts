/** Holds events between the event stream of the Mac and the envelopes. The next envelope takes all that wait, up to its limit. */
import { Condition } from '../base/condition.ts'
import { mostEvents } from '../envelope/envelope.ts'
import type { JournalEvent } from './snapshot.ts'

/** Further events stay in the journal until there is room. */
const mostHeld = 2_000

export class EventQueue {
  readonly #events: JournalEvent[] = []
  readonly #changes = new Condition()

  /** Resolves once there is room for another. */
  async add(event: JournalEvent): Promise<void> {
    this.#events.push(event)
    this.#changes.notify()
    await this.#changes.until(() => this.#events.length < mostHeld)
  }

  /** Resolves with the oldest events, once there are any. */
  async take(): Promise<JournalEvent[]> {
    await this.#changes.until(() => this.#events.length > 0)
    const taken = this.#events.splice(0, mostEvents)
    this.#changes.notify()
    return taken
  }
}
