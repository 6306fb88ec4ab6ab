/** Keeps the search in the address of the page, and leads into the search and back. */
import { useCallback, useEffect } from 'react'
import { useLocation, useSearch } from 'wouter'
import { base, paths, patterns } from '../../routes.ts'
import { beginSearch, endSearch, openResult, searchFor, useSearchText, writeSearch } from './search-text.ts'
import { useDebounced } from './use-debounced.ts'

/** Marks a history entry of which the previous one is the page where the search began. */
const cameFromOrigin = { search: 'begun here' }

export interface SearchAddress {
  /** Undefined while nothing is searched for. */
  text: string | undefined
  /** The same text once typing has paused. */
  settled: string | undefined
  type: (text: string) => void
  /** Returns to the page where the search began. */
  leave: () => void
  /** Ends the search and stays on the current page. */
  close: () => void
  onOpen: (href: string) => void
}

const pauseMs = 180

export function useSearchAddress(): SearchAddress {
  const [location, navigate] = useLocation()
  const asked = useSearch()
  const { text, written, origin } = useSearchText()
  const settled = useDebounced(text, pauseMs)
  const isAtSearch = location === patterns.search
  const here = `${location}${asked === '' ? '' : `?${asked}`}`
  useFollowAddress(here)

  useEffect(() => {
    // Whatever was opened since this was drawn stays open.
    const isStillThere = isAtSearch && window.location.pathname === `${base}${patterns.search}`
    if (!isStillThere || settled === undefined || settled !== text || settled === written) return
    writeSearch(settled)
    navigate(paths.search(settled === '' ? {} : { q: settled }), { replace: true, state: history.state })
  }, [isAtSearch, settled, text, written, navigate])

  const type = useCallback(
    (typed: string) => {
      if (!isAtSearch) {
        const isFirst = useSearchText.getState().text === undefined
        if (isFirst) beginSearch(here, typed)
        else writeSearch(typed)
        navigate(paths.search({ q: typed }), { state: isFirst ? cameFromOrigin : null })
      }
      searchFor(typed)
    },
    [isAtSearch, here, navigate],
  )
  const leave = useCallback(() => {
    if (isAtSearch && history.state?.search === cameFromOrigin.search) history.back()
    else navigate(origin, { replace: isAtSearch })
    endSearch()
  }, [isAtSearch, origin, navigate])
  const close = useCallback(() => {
    if (isAtSearch) leave()
    else endSearch()
  }, [isAtSearch, leave])
  return { text, settled, type, leave, close, onOpen: openResult }
}

/** Begins or ends the search when the address changes otherwise, for example by a link or the back button. */
function useFollowAddress(here: string): void {
  useEffect(() => {
    const { text, written, origin, opened } = useSearchText.getState()
    const [path, asked] = here.split('?')
    if (path === patterns.search) {
      const q = new URLSearchParams(asked).get('q') ?? ''
      if (text === undefined || q !== written) beginSearch(text === undefined ? paths.messages() : origin, q)
    } else if (text !== undefined && here !== opened) endSearch()
  }, [here])
}
