/** Decides what the main pane shows: the page of the address, or during a search the page from which it began. */
import type { BaseLocationHook, BaseSearchHook } from 'wouter'
import { useBrowserLocation, useSearch } from 'wouter/use-browser-location'
import { useSearchText } from '../../parts/search/search-text.ts'
import { base, patterns } from '../../routes.ts'

const searchPath = `${base}${patterns.search}`

export const shownLocation: BaseLocationHook = (options) => {
  const [location, navigate] = useBrowserLocation(options)
  const origin = useSearchText(({ origin }) => origin)
  return [location === searchPath ? `${base}${origin.split('?')[0]}` : location, navigate]
}

export const shownSearch: BaseSearchHook = () => {
  const [location] = useBrowserLocation()
  const asked = useSearch()
  const origin = useSearchText(({ origin }) => origin)
  return location === searchPath ? (origin.split('?')[1] ?? '') : asked
}
