/** Asks for confirmation before a page with unsaved changes is left. */
import type { RouterProps } from 'wouter'
import { create } from 'zustand'

interface Leaving {
  isGuarded: boolean
  /** The navigation that waits for confirmation. */
  leave: (() => void) | undefined
}

export const useLeaving = create<Leaving>(() => ({ isGuarded: false, leave: undefined }))

/** Passed to the router. */
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
