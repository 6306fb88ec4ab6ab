/** The state that the results share with the search field, which is there before them: the chosen one, and what keys do. */
import type { KeyboardEvent } from 'react'
import { create } from 'zustand'

interface SearchChoice {
  /** Id of the option that Enter opens. */
  chosen: string | undefined
  /** Undefined until the results have been loaded. */
  press: ((event: KeyboardEvent) => void) | undefined
  /** The text for which Enter was pressed until then. */
  wanted: string | undefined
}

export const noChoice: SearchChoice = { chosen: undefined, press: undefined, wanted: undefined }

export const useSearchChoice = create<SearchChoice>(() => noChoice)

/** Whether a key is neither part of a shortcut nor of a word that is being composed. */
export const isPlainKey = ({ altKey, ctrlKey, metaKey, nativeEvent }: KeyboardEvent): boolean =>
  !(altKey || ctrlKey || metaKey || nativeEvent.isComposing)

interface Searching {
  /** Undefined while nothing is searched for. */
  text: string | undefined
  leave(): void
}

/**
 * Handles a key in the search field. Until the results are loaded, Escape leaves the search, and Enter waits for them.
 */
export function pressInField(event: KeyboardEvent, { text, leave }: Searching): void {
  const { press } = useSearchChoice.getState()
  if (press !== undefined) {
    press(event)
    return
  }
  if (text === undefined || !isPlainKey(event) || !['Escape', 'Enter'].includes(event.key)) return
  event.preventDefault()
  event.stopPropagation()
  if (event.key === 'Escape') leave()
  else useSearchChoice.setState({ wanted: text })
}
