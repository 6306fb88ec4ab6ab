/** Asks before a page is left on which something is not saved. */
import type { RouterProps } from 'wouter'
import { create } from 'zustand'

interface Leaving {
  isGuarded: boolean
  /** What waits for an answer. */
  leave: (() => void) | undefined
}

export const useLeaving = create<Leaving>(() => ({ isGuarded: false, leave: undefined }))

/** For the router. */
export const askBeforeLeaving: NonNullable<RouterProps['aroundNav']> = (navigate, to, options) => {
  const go = () => navigate(to, options)
  const staysHere = String(to).split(/[?#]/)[0] === location.pathname
  if (useLeaving.getState().isGuarded && !staysHere) useLeaving.setState({ leave: go })
  else go()
}

export function leaveNow(): void {
  const { leave } = useLeaving.getState()
  useLeaving.setState({ isGuarded: false, leave: undefined })
  leave?.()
}

export const stayHere = (): void => useLeaving.setState({ leave: undefined })
