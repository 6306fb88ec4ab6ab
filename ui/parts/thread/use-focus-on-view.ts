/**
 * Moves the focus into what was opened over or beside the messages, and back when it is closed. Where the address was
 * opened directly, the focus stays at the beginning of the page.
 */
import { type RefObject, useEffect } from 'react'
import { isOpenedHere, openerOfView } from './use-views.ts'

export function useFocusOnView(heading: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (isOpenedHere()) heading.current?.focus()
    return () => {
      const opener = openerOfView()
      // Somebody may have gone on to another part of the page meanwhile.
      if (document.activeElement === document.body && opener?.isConnected) opener.focus()
    }
  }, [heading])
}
