/** Hands events to the plugin one after the other; what the plugin does with them is its own affair. */
import type { Integration, PluginEvent } from '../../plugin-api/index.ts'

export interface HearEvents {
  hear(event: PluginEvent): void
}

/** A plugin that is slower than Messages misses events instead of filling memory. */
const mostWaiting = 200

export function hearEvents(plugin: Integration, onFailure: (error: unknown, event: PluginEvent) => void): HearEvents {
  let before: Promise<unknown> = Promise.resolve()
  let waiting = 0
  return {
    hear(event) {
      if (waiting >= mostWaiting) return
      waiting++
      before = before
        .then(() => plugin.on_event?.(event))
        .catch((error) => onFailure(error, event))
        .finally(() => {
          waiting--
        })
    },
  }
}
