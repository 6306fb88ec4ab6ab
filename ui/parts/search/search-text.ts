/** Holds the text of the search in the sidebar and the page where the search began. */
import { create } from 'zustand'
import { paths } from '../../routes.ts'

interface SearchText {
  /** Undefined while nothing is searched for. */
  text: string | undefined
  /** Path and query, below the base, to which Escape returns. */
  origin: string
  /** Path of the result that is open beside the results. */
  opened: string | undefined
}

const nowhere: SearchText = { text: undefined, origin: paths.messages(), opened: undefined }

export const useSearchText = create<SearchText>(() => nowhere)

export const beginSearch = (origin: string): void => useSearchText.setState({ ...nowhere, text: '', origin })

export const searchFor = (text: string): void => useSearchText.setState({ text })

export const openResult = (opened: string): void => useSearchText.setState({ opened })

export const endSearch = (): void => useSearchText.setState(nowhere)
