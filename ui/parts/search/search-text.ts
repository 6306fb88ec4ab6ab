/** Holds the text of the search in the sidebar, what of it the address has, and the page where the search began. */
import { create } from 'zustand'
import { paths } from '../../routes.ts'

interface SearchText {
  /** Undefined while nothing is searched for. */
  text: string | undefined
  /** The text that the address of the search had last: an address with another one is a search that came otherwise. */
  written: string
  /** Path and query, below the base, to which Escape returns. */
  origin: string
  /** Path of the result that is open beside the results. */
  opened: string | undefined
}

const nowhere: SearchText = { text: undefined, written: '', origin: paths.messages(), opened: undefined }

export const useSearchText = create<SearchText>(() => nowhere)

/** Begins a search, or another one, whose text stands in the address. */
export const beginSearch = (origin: string, text: string): void =>
  useSearchText.setState({ ...nowhere, text, written: text, origin })

export const searchFor = (text: string): void => useSearchText.setState({ text })

export const writeSearch = (written: string): void => useSearchText.setState({ written })

export const openResult = (opened: string): void => useSearchText.setState({ opened })

export const endSearch = (): void => useSearchText.setState(nowhere)
