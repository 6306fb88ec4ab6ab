/** Makes one message at a time reachable with Tab; arrows move to the others, and keys act on the focused one. */
import type { Virtualizer } from '@tanstack/react-virtual'
import { useRef, useState } from 'react'
import type { Line } from '../lines/lines.ts'
import { rowAt } from './scroll-position.ts'

const steps: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1 }

interface Roving {
  lines: readonly Line[]
  virtualizer: Virtualizer<HTMLDivElement, HTMLLIElement>
  /** Returns to the position before the last jump; false when there is none. */
  onReturn(): boolean
  /** Called by ArrowDown beyond the last message, and by Escape. */
  onLeave(): void
}

export function useRovingFocus({ lines, virtualizer, onReturn, onLeave }: Roving) {
  const [active, setActive] = useState<Line['key']>()
  /** The animation frame in which a row gets the focus. */
  const pending = useRef(0)
  const drawn = new Set(virtualizer.getVirtualItems().map(({ index }) => index))
  const known = lines.findIndex(({ key }) => key === active)
  // A message that is not rendered cannot be reached with Tab.
  const activeIndex = drawn.has(known)
    ? known
    : lines.findLastIndex(({ kind }, index) => kind === 'message' && (drawn.size === 0 || drawn.has(index)))

  const focus = (index: number) => {
    const line = lines[index]
    if (line?.kind !== 'message') return
    setActive(line.key)
    virtualizer.scrollToIndex(index, { align: 'auto' })
    const had = document.activeElement
    const isFree = () => document.activeElement === had || document.activeElement === document.body
    // The row may have to be rendered first. If the focus has moved on meanwhile, it stays there.
    const whenDrawn = (frames: number) => {
      cancelAnimationFrame(pending.current)
      pending.current = requestAnimationFrame(() => {
        const row = virtualizer.elementsCache.get(line.key)
        if (!isFree()) return
        if (row !== undefined) row.focus({ preventScroll: true })
        else if (frames > 0) whenDrawn(frames - 1)
      })
    }
    whenDrawn(framesToWait)
  }
  const messageFrom = (index: number, step: number): number => {
    let at = index
    while (at >= 0 && at < lines.length && lines[at]?.kind !== 'message') at += step
    return at
  }
  const isReturn = ({ key, altKey }: React.KeyboardEvent) => key === 'Backspace' || (altKey && key === 'ArrowLeft')

  return {
    activeIndex,
    focusOn: (key: Line['key']) => focus(lines.findIndex((line) => line.key === key)),
    onFocus({ target }: React.FocusEvent) {
      // Elements within a message come before it in the tab order: if that message became the active one, Tab would
      // never reach the others.
      if (!(target instanceof HTMLLIElement)) return
      const line = rowAt(target, lines)
      if (line?.kind === 'message') setActive(line.key)
    },
    onKeyDown(event: React.KeyboardEvent) {
      const row = event.target
      if (isReturn(event)) return void (onReturn() && event.preventDefault())
      if (!(row instanceof HTMLLIElement) || event.altKey || event.ctrlKey || event.metaKey) return
      const step = steps[event.key]
      const to = step !== undefined ? messageFrom(activeIndex + step, step) : undefined
      if (event.key === 'Escape' || (step === 1 && to === lines.length)) onLeave()
      else if (to !== undefined) focus(to)
      else if (event.key === 'Home') focus(messageFrom(0, 1))
      else if (event.key === 'End') focus(messageFrom(lines.length - 1, -1))
      else if (event.key === 'Enter' || event.key === 'ContextMenu')
        row.querySelector<HTMLElement>('[data-menu]')?.click()
      else return
      event.preventDefault()
    },
  }
}

const framesToWait = 5
