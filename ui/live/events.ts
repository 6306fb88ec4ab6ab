/** Passes the events of the stream to their listeners on this page. */
import type { StreamEvent } from '../../src/contract/events.ts'

export type EventListener = (event: StreamEvent) => void

const listeners = new Set<EventListener>()

/** Returns the function that removes the listener. */
export function onEvent(listener: EventListener): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** A listener that throws does not keep the event from the others. */
export function tellAll(event: StreamEvent): void {
  for (const listener of listeners)
    try {
      listener(event)
    } catch (error) {
      reportError(error)
    }
}
