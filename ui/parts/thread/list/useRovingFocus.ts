/** One message at a time can be reached with Tab; arrows go on to the others, and letters act on it. */
import type { Virtualizer } from '@tanstack/react-virtual'
import { useState } from 'react'
import type { Line } from '../lines/lines.ts'

const steps: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1 }

interface Roving {
  lines: readonly Line[]
  virtualizer: Virtualizer<HTMLDivElement, HTMLLIElement>
  onReturn(): void
}

export function useRovingFocus({ lines, virtualizer, onReturn }: Roving) {
  const [active, setActive] = useState<Line['key']>()
  const known = lines.findIndex(({ key }) => key === active)
  const activeIndex = known >= 0 ? known : lines.findLastIndex(({ kind }) => kind === 'message')

  const focus = (index: number) => {
    const line = lines[index]
    if (line?.kind !== 'message') return
    setActive(line.key)
    virtualizer.scrollToIndex(index, { align: 'auto' })
    // It may have to be drawn first.
    requestAnimationFrame(() => virtualizer.elementsCache.get(line.key)?.focus({ preventScroll: true }))
  }
  const messageFrom = (index: number, step: number): number => {
    let at = index
    while (at >= 0 && at < lines.length && lines[at]?.kind !== 'message') at += step
    return at
  }

  return {
    activeIndex,
    onFocus({ target }: React.FocusEvent) {
      const line = lines[Number(target.closest('li')?.getAttribute('data-index') ?? -1)]
      if (line?.kind === 'message') setActive(line.key)
    },
    onKeyDown(event: React.KeyboardEvent) {
      const row = event.target
      if (event.key === 'Backspace') return onReturn()
      if (!(row instanceof HTMLLIElement) || event.altKey || event.ctrlKey || event.metaKey) return
      const step = steps[event.key]
      if (step !== undefined) focus(messageFrom(activeIndex + step, step))
      else if (event.key === 'Home') focus(messageFrom(0, 1))
      else if (event.key === 'End') focus(messageFrom(lines.length - 1, -1))
      else if (event.key === 'Enter' || event.key === 'ContextMenu')
        row.querySelector<HTMLElement>('[data-menu]')?.click()
      else return
      event.preventDefault()
    },
  }
}
