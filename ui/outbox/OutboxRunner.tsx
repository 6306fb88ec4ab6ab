/** Runs the outbox while the page is open. */
import { useEffect } from 'react'
import { follow } from './follow.ts'
import { takeTurns } from './turns.ts'

export function OutboxRunner() {
  useEffect(() => {
    const ending = new AbortController()
    void takeTurns(ending.signal)
    follow(ending.signal)
    return () => ending.abort()
  }, [])
  return null
}
