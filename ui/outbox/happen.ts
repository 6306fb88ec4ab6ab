/** Changes a pending send by what happens to it. */
import { newKey, pendingWith, put, show } from './outbox-store.ts'
import { type Happening, next } from './transitions.ts'

export function happen(clientId: string, happening: Happening): void {
  const one = pendingWith(clientId)
  if (one === undefined) return
  const after = next(one, happening, Date.now())
  // Upload progress and unconfirmed rows matter only to this tab.
  if (happening.is === 'progressed' || happening.is === 'claimed' || happening.is === 'unclaimed') show(after)
  else put(after)
}

/** Repeats a send at a person's request, with whichever key is safe. */
export const repeat = (clientId: string): void => happen(clientId, { is: 'repeated', newKey: newKey() })
