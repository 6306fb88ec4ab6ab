/**
 * Reports to plugins what happens after a message: best effort, in order, and only while a plugin runs. A lost message
 * would be lost forever, so messages have deliveries; a lost event leaves a receiver with what it had, and costs no
 * queue.
 */
import type { Logger } from '../../contract/log-entry.ts'
import type { PluginEvent } from '../../plugin-api/index.ts'
import type { Happening, Happenings } from '../../store/journal/happenings.ts'

export interface Listener {
  /** Whether the plugin listens to events. */
  readonly wantsEvents: boolean
  /** Resolves with undefined for an event that does not concern the plugin. */
  describeEvent(happening: Happening): Promise<PluginEvent | undefined>
  sendEvent(event: PluginEvent): void
}

const pageSize = 200

export class HappeningsFeed {
  readonly #happenings: Pick<Happenings, 'newest' | 'after'>
  readonly #log: Logger
  #newestRead: number
  #sending: Promise<void> = Promise.resolve()

  constructor(happenings: Pick<Happenings, 'newest' | 'after'>, log: Logger) {
    this.#happenings = happenings
    this.#log = log
    this.#newestRead = happenings.newest()
  }

  /** Reads new events and passes them on, when there are any. */
  poll(all: readonly Listener[]): void {
    try {
      const listeners = all.filter((listener) => listener.wantsEvents)
      for (const happening of this.#read(listeners.length > 0))
        this.#sending = this.#sending
          .then(() => send(happening, listeners))
          .catch((error: Error) => this.#log.warn(`A plugin could not be told of an event: ${error.message}`))
    } catch (error) {
      this.#log.warn(`Events cannot be read for plugins now: ${(error as Error).message}`)
    }
  }

  /** Skips to the newest event while nobody listens. */
  #read(isHeard: boolean): Happening[] {
    const page = isHeard ? this.#happenings.after(this.#newestRead, pageSize) : []
    this.#newestRead = isHeard ? (page.at(-1)?.id ?? this.#newestRead) : this.#happenings.newest()
    return page
  }
}

async function send(happening: Happening, listeners: readonly Listener[]): Promise<void> {
  for (const listener of listeners) {
    const event = await listener.describeEvent(happening)
    if (event !== undefined) listener.sendEvent(event)
  }
}
