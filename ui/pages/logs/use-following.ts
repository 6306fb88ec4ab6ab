/**
 * Keeps the end of the log in view while lines arrive, pauses when somebody scrolls up, and resumes back at the end.
 */
import { type RefObject, useLayoutEffect, useMemo, useRef } from 'react'
import type { LogView } from './use-log-view.ts'

const upPx = 40
const atEndPx = 4
/**
 * Lines that are taller than estimated also scroll the list; only scrolling this soon after user input counts as the
 * user's.
 */
const handMs = 1_000

interface Following {
  /** Total height of all lines in pixels. */
  size: number
  view: LogView
  scroller: RefObject<HTMLDivElement | null>
}

/** Returns the event handlers for the scrolling element. */
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
