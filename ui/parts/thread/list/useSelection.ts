/** Tracks the selected message: the one with the focus, or the one that had it before the palette or a menu took it. */
import { type RefObject, useCallback, useEffect, useRef } from 'react'
import type { Message } from '../../../../src/contract/message.ts'
import type { Line } from '../lines/lines.ts'
import { rowAt } from './place.ts'

const aside = 'dialog, [popover]'

export function useSelection(scroller: RefObject<HTMLElement | null>, lines: readonly Line[]) {
  const latest = useRef(lines)
  latest.current = lines
  const last = useRef<number>(undefined)
  useEffect(() => {
    const onFocus = ({ target }: FocusEvent) => {
      if (!(target instanceof Element) || target.closest(aside) !== null) return
      const line = scroller.current?.contains(target) ? rowAt(target, latest.current) : undefined
      last.current = line?.kind === 'message' ? line.key : undefined
    }
    document.addEventListener('focusin', onFocus)
    return () => document.removeEventListener('focusin', onFocus)
  }, [scroller])
  return useCallback((): Message | undefined => {
    const focused = document.activeElement
    const isHere = scroller.current?.contains(focused) || focused?.closest(aside)
    const line = isHere ? latest.current.find(({ key }) => key === last.current) : undefined
    return line?.kind === 'message' ? line.message : undefined
  }, [scroller])
}
