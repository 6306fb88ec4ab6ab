/** After a change of the address the focus is on the heading of what is shown, unless something of it has taken it already. */
import { useEffect, useRef } from 'react'
import { useLocation } from 'wouter'
import { useSearchText } from '../parts/search/search-text.ts'
import { patterns } from '../routes.ts'

const isBackFromSearch = (from: string): boolean =>
  from === patterns.search && useSearchText.getState().opened === undefined

/** For what has to be fetched first. */
const patienceMs = 5_000

export function RouteFocus() {
  const [location] = useLocation()
  const before = useRef(location)
  useEffect(() => {
    const from = before.current
    before.current = location
    // Within the search the field keeps the focus, and at its end it goes back to where it was.
    if (from === location || location === patterns.search || isBackFromSearch(from)) return
    return focusOnHeading(document.activeElement)
  }, [location])
  return null
}

function focusOnHeading(had: Element | null): () => void {
  const attempt = (): boolean => {
    const now = document.activeElement
    const isFree = now === null || now === document.body || now === had
    if (!isFree) return true
    const heading = headings().find((one) => one.checkVisibility({ visibilityProperty: true }))
    if (heading === undefined) return false
    if (!heading.hasAttribute('tabindex')) heading.tabIndex = -1
    heading.focus({ preventScroll: true })
    return document.activeElement === heading
  }
  const observer = new MutationObserver(() => attempt() && stop())
  const timer = setTimeout(() => stop(), patienceMs)
  const stop = () => {
    observer.disconnect()
    clearTimeout(timer)
  }
  if (attempt()) stop()
  else observer.observe(document.body, { childList: true, subtree: true })
  return stop
}

const headings = (): HTMLElement[] => [
  ...document.querySelectorAll<HTMLElement>('main h1'),
  ...document.querySelectorAll<HTMLElement>('h1'),
]
