/** Opens and closes what lies over or beside the messages of a conversation; each has an address, and Back closes it. */
import { useCallback } from 'react'
import { useLocation } from 'wouter'
import { paths } from '../../routes.ts'

interface Step {
  /** Whether one step back leads to where this was opened. */
  isOpenedHere?: true
}

export const isOpenedHere = (): boolean => (history.state as Step | null)?.isOpenedHere === true

let opener: HTMLElement | null = null

/** Returns the element that had the focus before; what lies below a view cannot keep it. */
export const openerOfView = (): HTMLElement | null => opener

export function useViews(guid: string) {
  const [location, navigate] = useLocation()
  const isOpen = (view: 'media' | 'details') => location.endsWith(`/${view}`)
  const open = (path: string) => {
    opener = document.activeElement as HTMLElement | null
    navigate(path, { state: { isOpenedHere: true } satisfies Step })
  }
  const close = useCallback(() => {
    if (isOpenedHere()) history.back()
    else navigate(paths.conversation(guid), { replace: true })
  }, [guid, navigate])
  return { isOpen, open, close, navigate }
}
