/** Keeps the push subscription of this browser current while the page is open: the subscription itself, and its choices. */
import { mutes } from '../state/mutes.ts'
import { useChoices } from './choices.ts'
import { passOnChoices, renewPush } from './push.ts'
import { usePush } from './push-state.ts'

/** Several choices in a row are passed on together. */
const gatherMs = 500

/**
 * Keeps the subscription known to the service. After a failure it tries again when the page opens next. Returns the
 * function that stops it.
 */
export function keepPush({ renews }: { renews: boolean }): () => void {
  let soon: ReturnType<typeof setTimeout> | undefined
  const passOnSoon = () => {
    // Other tabs hear of the choice, too, and the one in front passes it on.
    if (document.visibilityState !== 'visible') return
    clearTimeout(soon)
    soon = setTimeout(() => void passOnChoices().catch(() => undefined), gatherMs)
  }
  if (renews) void renewPush().catch(() => undefined)
  const ends = [
    useChoices.subscribe(passOnSoon),
    mutes.subscribe(passOnSoon),
    usePush.subscribe(({ people, alerts, held }, before) => {
      if (people !== before.people || alerts !== before.alerts || held !== before.held) passOnSoon()
    }),
  ]
  return () => {
    clearTimeout(soon)
    for (const end of ends) end()
  }
}
