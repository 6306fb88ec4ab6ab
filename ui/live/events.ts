/** Passes the events of the stream to their listeners on this page. */
import type { StreamEvent } from '../../src/contract/events.ts'

export type EventListener = (event: StreamEvent) => void

const listeners = new Set<EventListener>()

/** The newest events that nobody has asked for yet who is loaded later. */
let early: StreamEvent[] | undefined = []
const mostEarly = 100

/** Returns the function that removes the listener. */
export function onEvent(listener: EventListener): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Does the same for what is loaded after the first paint, and passes it the events that came before. */
export function onEventFromStart(listener: EventListener): () => void {
  const before = early ?? []
  early = undefined
  for (const event of before) listener(event)
  return onEvent(listener)
}

/** A listener that throws does not keep the event from the others. */
export function tellAll(event: StreamEvent): void {
  if (early !== undefined) early = [...early, event].slice(-mostEarly)
  for (const listener of listeners)
    try {
      listener(event)
    } catch (error) {
      reportError(error)
    }
}
