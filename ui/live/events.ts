/** What happens in Messages, as it happens, for whoever on this page wants to know. */
import type { StreamEvent } from '../../src/contract/events.ts'

export type EventListener = (event: StreamEvent) => void

const listeners = new Set<EventListener>()

/** Returns what ends it. */
export function onEvent(listener: EventListener): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** A listener that fails keeps the event from nobody else. */
export function tellAll(event: StreamEvent): void {
  for (const listener of listeners)
    try {
      listener(event)
    } catch (error) {
      reportError(error)
    }
}
