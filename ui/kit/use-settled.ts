/** Tells when the page has got what it shows first, so that what may be wanted later is loaded only after that. */
import { startTransition, useEffect, useState } from 'react'
import { untilAnswered } from '../api/client.ts'

/** After this time it no longer waits for a service that is slow. */
const latestMs = 10_000

let isSettled = false
const listeners = new Set<() => void>()

function settle(): void {
  isSettled = true
  for (const listener of listeners) listener()
}

void untilAnswered().then(settle)
setTimeout(settle, latestMs)
// Someone who acts on the page already may want it at once, but nothing may move between the press and the release of a click.
for (const name of ['keydown', 'pointerup'])
  addEventListener(name, settle, { capture: true, once: true, passive: true })

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/**
 * Becomes true once for the whole page: another conversation needs nothing that this one has not loaded. What follows is
 * rendered in steps, so that the click or the key that hastened it is answered first.
 */
export function useSettled(): boolean {
  const [isKnown, know] = useState(isSettled)
  useEffect(() => {
    const tell = () => startTransition(() => know(true))
    if (isSettled) tell()
    return subscribe(tell)
  }, [])
  return isKnown
}
