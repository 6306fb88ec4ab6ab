/** The address of a search, and how one gets there and back. */
import { useCallback, useEffect } from 'react'
import { useLocation, useSearch } from 'wouter'
import { paths, patterns } from '../../routes.ts'
import { beginSearch, endSearch, openResult, searchFor, useSearchText } from './search-text.ts'
import { useSettled } from './use-settled.ts'

/** In the entry of the history: the one before it is where one was. */
const cameFromOrigin = { search: 'begun here' }

export interface SearchPlace {
  /** Undefined while nothing is searched for. */
  text: string | undefined
  /** The same, once the typing has paused. */
  settled: string | undefined
  type: (text: string) => void
  /** Back to where one was. */
  leave: () => void
  /** Ends the search and stays here. */
  close: () => void
  onOpen: (href: string) => void
}

const pauseMs = 180

export function useSearchPlace(): SearchPlace {
  const [location, navigate] = useLocation()
  const asked = useSearch()
  const { text, origin } = useSearchText()
  const settled = useSettled(text, pauseMs)
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

/** Somebody may come with an address, and leave by another way than the search's own. */
function useFollowAddress(here: string): void {
  useEffect(() => {
    const { text, opened } = useSearchText.getState()
    const [path, asked] = here.split('?')
    if (path === patterns.search) {
      if (text !== undefined) return
      beginSearch(paths.home())
      searchFor(new URLSearchParams(asked).get('q') ?? '')
    } else if (text !== undefined && here !== opened) endSearch()
  }, [here])
}
