/** Hands events to the plugin one after the other; what the plugin does with them is its own affair. */
import type { Integration, PluginEvent } from '../../plugin-api/index.ts'

/** A plugin that is slower than Messages misses events instead of filling memory. */
const mostWaiting = 200

export class EventQueue {
  readonly #plugin: Integration
  readonly #onFailure: (error: unknown, event: PluginEvent) => void
  #last: Promise<unknown> = Promise.resolve()
  #waiting = 0

  constructor(plugin: Integration, onFailure: (error: unknown, event: PluginEvent) => void) {
    this.#plugin = plugin
    this.#onFailure = onFailure
  }

  add(event: PluginEvent): void {
    if (this.#waiting >= mostWaiting) return
    this.#waiting++
    this.#last = this.#last
      .then(() => this.#plugin.on_event?.(event))
      .catch((error) => this.#onFailure(error, event))
      .finally(() => {
        this.#waiting--
      })
  }
}
