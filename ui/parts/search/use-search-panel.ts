/** The state of the search in the sidebar: its text, its results and the chosen result. */
import { type KeyboardEvent, useEffect, useState } from 'react'
import { type Option, optionsOf } from './options.ts'
import { conditionsIn } from './search-words.ts'
import { type Suggestion, useSuggestions } from './suggestions.ts'
import { type SearchAddress, useSearchAddress } from './use-search-address.ts'
import { type SearchHits, useSearchHits } from './use-search-hits.ts'

export interface SearchPanel extends Omit<SearchAddress, 'settled'> {
  found: SearchHits
  suggestions: readonly Suggestion[]
  /** The search text, for the links of messages. */
  q: string
  /** Id of the option that Enter opens. */
  chosen: string | undefined
  onKeyDown: (event: KeyboardEvent) => void
}

export function useSearchPanel(): SearchPanel {
  const { settled, ...address } = useSearchAddress()
  const found = useSearchHits(settled)
  const suggestions = useSuggestions(address.text)
  const q = settled ?? ''
  const options = optionsOf({ found, suggestions, q })
  const [picked, pick] = useState<{ text: string | undefined; id: string }>()
  // A choice among the results of another text does not count for these.
  const isPicked = picked?.text === address.text && options.some(({ id }) => id === picked?.id)
  const chosen = isPicked ? picked?.id : firstChoice(options, address.text)

  const isCurrent = settled === address.text && !found.isLooking
  const open = useOpenOnce({ isCurrent, chosen, text: address.text })

  const step = (by: number) => {
    const here = options.findIndex(({ id }) => id === chosen)
    const to = options[Math.max(0, Math.min(here + by, options.length - 1))]
    if (to === undefined) return
    pick({ text: address.text, id: to.id })
    document.getElementById(to.id)?.scrollIntoView({ block: 'nearest' })
    if (here + by >= options.length && found.hasMore) found.fetchMore()
  }
  const keys: Readonly<Record<string, () => void>> = {
    ArrowDown: () => step(1),
    ArrowUp: () => step(-1),
    Enter: open,
    Escape: address.leave,
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const act = keys[event.key]
    if (act === undefined || address.text === undefined || event.nativeEvent.isComposing || isHeld(event)) return
    event.preventDefault()
    event.stopPropagation()
    act()
  }
  return { ...address, found, suggestions, q, chosen, onKeyDown }
}

/** Makes Enter wait until the results for the current text have arrived. */
function useOpenOnce({ isCurrent, chosen, text }: { isCurrent: boolean; chosen: string | undefined; text?: string }) {
  const [wanted, want] = useState<string>()
  useEffect(() => {
    if (wanted === undefined || !isCurrent) return
    want(undefined)
    if (wanted === text && chosen !== undefined) document.getElementById(chosen)?.click()
  }, [wanted, isCurrent, text, chosen])
  return () => want(text)
}

const isHeld = ({ altKey, ctrlKey, metaKey }: KeyboardEvent): boolean => altKey || ctrlKey || metaKey

/** Chooses the first result, or the first suggestion while a condition is being typed. */
function firstChoice(options: readonly Option[], text = ''): string | undefined {
  const isCondition = conditionsIn(text).at(-1)?.end === text.length
  return (isCondition ? options[0] : options.find(({ href }) => href !== undefined))?.id
}
