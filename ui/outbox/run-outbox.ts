/** Runs the outbox while the page is open; returns the function that ends it. */
import { follow } from './follow.ts'
import { takeTurns } from './turns.ts'

export function runOutbox(): () => void {
  const ending = new AbortController()
  void takeTurns(ending.signal)
  follow(ending.signal)
  return () => ending.abort()
}
