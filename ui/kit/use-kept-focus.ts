/** Keeps the focus in a list whose entry goes: at the one that takes its place, the last one, or the list itself. */
import { useEffect, useRef } from 'react'

interface KeptFocus {
  /** Of what holds the list, and stays when the list is empty. */
  ref: React.RefObject<HTMLDivElement | null>
  /** This one is about to go. */
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
