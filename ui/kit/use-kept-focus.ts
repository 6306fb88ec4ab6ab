/**
 * Keeps the focus in a list when an entry is removed: on the entry that takes its position, the last one, or the list
 * itself.
 */
import { useEffect, useRef } from 'react'

interface KeptFocus {
  /** Ref of the container, which stays when the list is empty. */
  ref: React.RefObject<HTMLDivElement | null>
  /** Announces that the entry at this index is about to be removed. */
  leaving(index: number): void
}

export function useKeptFocus(count: number): KeptFocus {
  const ref = useRef<HTMLDivElement>(null)
  const left = useRef<number>(undefined)
  const before = useRef(count)
  useEffect(() => {
    const [index, hasShrunk] = [left.current, count < before.current]
    before.current = count
    if (index === undefined || !hasShrunk) return
    left.current = undefined
    const buttons = [...(ref.current?.querySelectorAll('button') ?? [])]
    const next = buttons[index] ?? buttons.at(-1) ?? ref.current
    if (document.activeElement === document.body) next?.focus()
  }, [count])
  return {
    ref,
    leaving(index) {
      left.current = index
    },
  }
}
