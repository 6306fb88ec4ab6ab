/** Focuses the field when the page opens at the address of a search, and restores the focus when the search ends. */
import { type RefObject, useEffect, useRef } from 'react'
import { useSearchText } from './search-text.ts'

export function useFocusBack(field: RefObject<HTMLInputElement | null>): void {
  const isSearching = useSearchText(({ text }) => text !== undefined)
  const before = useBefore(field)
  const wasSearching = useRef(false)
  useEffect(() => {
    const [was, element] = [wasSearching.current, field.current]
    wasSearching.current = isSearching
    if (was === isSearching) return
    if (isSearching) {
      if (document.activeElement === document.body) element?.focus()
    } else if (document.activeElement === element) {
      const list = element?.closest('nav')?.querySelector<HTMLElement>('[data-guid][tabindex="0"]')
      const place = before.current?.isConnected ? before.current : list
      place?.focus({ preventScroll: true })
    }
  }, [isSearching, field, before])
}

/** The element that had the focus before the field. */
function useBefore(field: RefObject<HTMLInputElement | null>): RefObject<HTMLElement | null> {
  const before = useRef<HTMLElement>(null)
  useEffect(() => {
    const element = field.current
    const arrive = ({ relatedTarget }: FocusEvent) => {
      if (useSearchText.getState().text !== undefined) return
      before.current = relatedTarget instanceof HTMLElement ? relatedTarget : null
    }
    element?.addEventListener('focus', arrive)
    return () => element?.removeEventListener('focus', arrive)
  }, [field])
  return before
}
