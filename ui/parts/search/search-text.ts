/** What is being searched for on the side of the page, and where one was before. */
import { create } from 'zustand'

interface SearchText {
  /** Undefined while nothing is searched for. */
  text: string | undefined
  /** Path and search of the place to which Escape leads back, below the base. */
  origin: string
  /** The result that is open beside the results. */
  opened: string | undefined
}

const nowhere: SearchText = { text: undefined, origin: '/', opened: undefined }

export const useSearchText = create<SearchText>(() => nowhere)

export const beginSearch = (origin: string): void => useSearchText.setState({ ...nowhere, text: '', origin })

export const searchFor = (text: string): void => useSearchText.setState({ text })

export const openResult = (opened: string): void => useSearchText.setState({ opened })

export const endSearch = (): void => useSearchText.setState(nowhere)
