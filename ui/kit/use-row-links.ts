/**
 * Follows the links of a long list with one listener. A link of the router subscribes to the address of the page, which
 * costs too much for rows that come and go while the list is scrolled.
 */
import { type MouseEvent, useCallback } from 'react'
import { useLocation } from 'wouter'
import { base } from '../routes.ts'

/** The value of `href` for an address below the base. */
export const hrefOf = (path: string): string => `${base}${path}`

/** Opens the link here, and not in another tab or window. */
const isPlain = ({ button, ctrlKey, metaKey, altKey, shiftKey }: MouseEvent): boolean =>
  button === 0 && !ctrlKey && !metaKey && !altKey && !shiftKey

/** Handles `onClick` of the list; `state` is kept with the entry of the history. */
export function useRowLinks(state?: object): (event: MouseEvent) => void {
  const [, navigate] = useLocation()
  return useCallback(
    (event) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null
      if (link === null || event.defaultPrevented || !isPlain(event)) return
      event.preventDefault()
      navigate(`${link.pathname.slice(base.length)}${link.search}`, { state })
    },
    [navigate, state],
  )
}
