/** Keeps the search in the address of the page, and leads into the search and back. */
import { useCallback, useEffect } from 'react'
import { useLocation, useSearch } from 'wouter'
import { paths, patterns } from '../../routes.ts'
import { beginSearch, endSearch, openResult, searchFor, useSearchText } from './search-text.ts'
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
  const { text, origin } = useSearchText()
  const settled = useDebounced(text, pauseMs)
  const isAtSearch = location === patterns.search
  const here = `${location}${asked === '' ? '' : `?${asked}`}`
  useFollowAddress(here)

  useEffect(() => {
    const written = new URLSearchParams(asked).get('q') ?? ''
    if (!isAtSearch || settled === undefined || settled === written) return
    navigate(paths.search(settled === '' ? {} : { q: settled }), { replace: true, state: history.state })
  }, [isAtSearch, settled, asked, navigate])

  const type = useCallback(
    (typed: string) => {
      if (!isAtSearch) {
        const isFirst = useSearchText.getState().text === undefined
        navigate(paths.search({ q: typed }), { state: isFirst ? cameFromOrigin : null })
        if (isFirst) beginSearch(here)
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
    const { text, opened } = useSearchText.getState()
    const [path, asked] = here.split('?')
    if (path === patterns.search) {
      if (text !== undefined) return
      beginSearch(paths.messages())
      searchFor(new URLSearchParams(asked).get('q') ?? '')
    } else if (text !== undefined && here !== opened) endSearch()
  }, [here])
}
