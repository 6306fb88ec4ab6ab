/** The state of the results: what was found, which of it is chosen, and what the keys of the search field do. */
import { type KeyboardEvent, useEffect, useLayoutEffect, useState } from 'react'
import { type Option, optionsOf } from './options.ts'
import { isPlainKey, noChoice, useSearchChoice } from './search-choice.ts'
import { conditionsIn } from './search-words.ts'
import { type Suggestion, useSuggestions } from './suggestions.ts'
import type { SearchAddress } from './use-search-address.ts'
import { type SearchHits, useSearchHits } from './use-search-hits.ts'

export interface SearchPanel extends Omit<SearchAddress, 'settled'> {
  found: SearchHits
  suggestions: readonly Suggestion[]
  /** The search text, for the links of messages. */
  q: string
  /** Id of the option that Enter opens. */
  chosen: string | undefined
}

export function useSearchPanel({ settled, ...address }: SearchAddress): SearchPanel {
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
  const press = (event: KeyboardEvent) => {
    const act = keys[event.key]
    if (act === undefined || address.text === undefined || !isPlainKey(event)) return
    event.preventDefault()
    event.stopPropagation()
    act()
  }
  useLayoutEffect(() => useSearchChoice.setState({ chosen, press }))
  useEffect(() => () => useSearchChoice.setState(noChoice), [])
  return { ...address, found, suggestions, q, chosen }
}

/** Makes Enter wait until the results for the current text have arrived. */
function useOpenOnce({ isCurrent, chosen, text }: { isCurrent: boolean; chosen: string | undefined; text?: string }) {
  const [wanted, want] = useState(() => useSearchChoice.getState().wanted)
  useEffect(() => {
    if (wanted === undefined || !isCurrent) return
    want(undefined)
    if (wanted === text && chosen !== undefined) document.getElementById(chosen)?.click()
  }, [wanted, isCurrent, text, chosen])
  return () => want(text)
}

/** Chooses the first result, or the first suggestion while a condition is being typed. */
function firstChoice(options: readonly Option[], text = ''): string | undefined {
  const isCondition = conditionsIn(text).at(-1)?.end === text.length
  return (isCondition ? options[0] : options.find(({ href }) => href !== undefined))?.id
}
