/** Keeps the end in sight while lines come, holds them when one scrolls up, and goes on when one is back at the end. */
import { type RefObject, useLayoutEffect, useMemo, useRef } from 'react'
import type { LogView } from './use-log-view.ts'

const upPx = 40
const atEndPx = 4
/** Lines that turn out higher than they were taken for move others, too; what follows a hand so soon is its doing. */
const handMs = 1_000

interface Following {
  /** Of all lines together, in pixels. */
  size: number
  view: LogView
  scroller: RefObject<HTMLDivElement | null>
}

/** For what scrolls. */
export function useFollowing({ size, view, scroller }: Following) {
  const { items, isHeld, hold, resumeAtEnd } = view
  const lastTop = useRef(0)
  const handAtMs = useRef(Number.NEGATIVE_INFINITY)
  useLayoutEffect(() => {
    const element = scroller.current
    if (isHeld || element === null || items.length === 0) return
    element.scrollTop = size
    lastTop.current = element.scrollTop
  }, [items, isHeld, scroller, size])
  const hands = useMemo(() => {
    const note = () => {
      handAtMs.current = performance.now()
    }
    return { onWheel: note, onTouchMove: note, onPointerDown: note, onKeyDownCapture: note }
  }, [])
  function onScroll(): void {
    const element = scroller.current
    if (element === null) return
    const fromEnd = element.scrollHeight - element.clientHeight - element.scrollTop
    const by = element.scrollTop - lastTop.current
    lastTop.current = element.scrollTop
    if (performance.now() - handAtMs.current > handMs) return
    if (by < 0 && fromEnd > upPx) hold(true)
    else if (by > 0 && fromEnd < atEndPx) resumeAtEnd()
  }
  return { ...hands, onScroll }
}
