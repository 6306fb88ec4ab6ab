/** Focuses the heading of the page after a navigation, unless something on the page has already taken the focus. */
import { useEffect, useRef } from 'react'
import { useLocation } from 'wouter'
import { useSearchText } from '../parts/search/search-text.ts'
import { patterns } from '../routes.ts'

const isBackFromSearch = (from: string): boolean =>
  from === patterns.search && useSearchText.getState().opened === undefined

/** Whether the focus stays: everything that opens over the messages of a conversation places it itself. */
const isWithinConversation = (from: string, to: string): boolean =>
  from.startsWith('/c/') && from.split('/')[2] === to.split('/')[2]

/** Waits this long for content that must be fetched first. */
const patienceMs = 5_000

export function RouteFocus() {
  const [location] = useLocation()
  const before = useRef(location)
  useEffect(() => {
    const from = before.current
    before.current = location
    // During a search the field keeps the focus, and afterwards the focus returns to where it was.
    // The beginning only leads on, as part of opening the page.
    if (
      from === location ||
      isWithinConversation(from, location) ||
      from === patterns.home ||
      location === patterns.search ||
      isBackFromSearch(from)
    )
      return
    return focusOnHeading(document.activeElement)
  }, [location])
  return null
}

function focusOnHeading(had: Element | null): () => void {
  let given: HTMLElement | undefined
  const attempt = () => {
    // The heading of a loading state may be replaced by another.
    if (given?.isConnected) return
    const now = document.activeElement
    const isFree = now === null || now === document.body || now === had
    if (!isFree) return stop()
    const heading = headings().find((one) => one.checkVisibility({ visibilityProperty: true }))
    if (heading === undefined) return
    if (!heading.hasAttribute('tabindex')) heading.tabIndex = -1
    heading.focus({ preventScroll: true })
    if (document.activeElement === heading) given = heading
  }
  const observer = new MutationObserver(attempt)
  const timer = setTimeout(() => stop(), patienceMs)
  const stop = () => {
    observer.disconnect()
    clearTimeout(timer)
  }
  observer.observe(document.body, { childList: true, subtree: true })
  attempt()
  return stop
}

const headings = (): HTMLElement[] => [
  ...document.querySelectorAll<HTMLElement>('main h1'),
  ...document.querySelectorAll<HTMLElement>('h1'),
]
