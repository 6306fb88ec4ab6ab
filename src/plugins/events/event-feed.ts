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
  wantsEvents(): boolean
  tell(happening: Happening): Promise<PluginEvent | undefined>
  hand(event: PluginEvent): void
}

export interface EventFeed {
  /** Reads and passes on new events, when there are any. */
  look(listeners: readonly Listener[]): void
}

const pageSize = 200

export function eventFeed(happenings: Pick<Happenings, 'newest' | 'after'>, log: Logger): EventFeed {
  let told = happenings.newest()
  let telling: Promise<void> = Promise.resolve()

  const tell = async (happening: Happening, listeners: readonly Listener[]): Promise<void> => {
    for (const listener of listeners) {
      const event = await listener.tell(happening)
      if (event !== undefined) listener.hand(event)
    }
  }
  const read = (listeners: readonly Listener[]): Happening[] => {
    const listening = listeners.length > 0
    const page = listening ? happenings.after(told, pageSize) : []
    told = listening ? (page.at(-1)?.id ?? told) : happenings.newest()
    return page
  }

  return {
    look(all) {
      try {
        const listeners = all.filter((listener) => listener.wantsEvents())
        for (const happening of read(listeners))
          telling = telling
            .then(() => tell(happening, listeners))
            .catch((error: Error) => log.warn(`A plugin could not be told of an event: ${error.message}`))
      } catch (error) {
        log.warn(`Events cannot be read for plugins now: ${(error as Error).message}`)
      }
    },
  }
}
