/** What happens in Messages, as it happens, for whoever on this page wants to know. */
import type { StreamEvent } from '../../src/contract/events.ts'

export type EventListener = (event: StreamEvent) => void

const listeners = new Set<EventListener>()

/** Returns what ends it. */
export function onEvent(listener: EventListener): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** By whoever holds the stream. */
export function tellAll(event: StreamEvent): void {
  for (const listener of listeners) listener(event)
}
