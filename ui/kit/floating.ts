/** Positions floating panels beside their opener and keeps them inside the visible part of the window. */
import { type RefObject, useLayoutEffect, useRef } from 'react'
import type { Box } from './box.ts'

type Side = 'below' | 'above'

interface Placing {
  /** The preferred side; the other one is used where only that has room. */
  side?: Side
  /** Whether it is a list beside a field, which is as wide as the field, never covers it, and scrolls if there is little room. */
  isList?: boolean
}

interface Measured extends Placing {
  anchor: Box
  panel: { width: number; height: number }
  /** The visible part of the window. */
  visible: Box
  isRightToLeft: boolean
}

const gap = 4
const margin = 8

/** Decides the position of a panel of this size; `room` is its maximum height there. */
export function placeBeside({ anchor, panel, visible, isRightToLeft, side = 'below', isList = false }: Measured) {
  const rooms = { below: visible.bottom - margin - anchor.bottom - gap, above: anchor.top - gap - visible.top - margin }
  const other: Side = side === 'below' ? 'above' : 'below'
  const isOtherBetter = rooms[other] >= panel.height || (isList && rooms[other] > rooms[side])
  const chosen = rooms[side] < panel.height && isOtherBetter ? other : side
  const room = isList ? Math.max(0, rooms[chosen]) : visible.bottom - visible.top - 2 * margin
  const height = Math.min(panel.height, room)
  const top = chosen === 'below' ? anchor.bottom + gap : anchor.top - gap - height
  const left = isRightToLeft ? anchor.right - panel.width : anchor.left
  return {
    left: within(left, visible.left + margin, visible.right - margin - panel.width),
    top: isList ? top : within(top, visible.top + margin, visible.bottom - margin - height),
    room,
  }
}

const within = (value: number, least: number, most: number): number => Math.max(least, Math.min(value, most))

/** Pinch zoom and an on-screen keyboard leave only a part of the window visible. */
function visibleBox(): Box {
  const { offsetLeft: left = 0, offsetTop: top = 0, width = innerWidth, height = innerHeight } = visualViewport ?? {}
  return { left, top, right: left + width, bottom: top + height }
}

function place(panel: HTMLElement, anchor: Box, placing: Placing): void {
  const { style } = panel
  // Measures the panel at its full size: near an edge of the window, the layout would make it narrower than necessary.
  Object.assign(style, { left: '0', top: '0', right: 'auto', bottom: 'auto' })
  if (placing.isList) Object.assign(style, { maxBlockSize: '', inlineSize: `${anchor.right - anchor.left}px` })
  const { width, height } = panel.getBoundingClientRect()
  const isRightToLeft = getComputedStyle(panel).direction === 'rtl'
  const found = placeBeside({ ...placing, anchor, panel: { width, height }, visible: visibleBox(), isRightToLeft })
  Object.assign(style, { left: `${found.left}px`, top: `${found.top}px` })
  if (placing.isList && height > found.room) style.maxBlockSize = `${found.room}px`
}

interface Floating extends Placing {
  /** A popover, which is positioned whenever it is open. */
  panel: RefObject<HTMLElement | null>
  /** Undefined when the style sheet alone positions the panel. */
  anchor(): Box | undefined
}

/**
 * Keeps the position while the window, the panel or the page behind it changes: items may arrive later, and the page
 * may scroll.
 */
export function useFloating(floating: Floating): void {
  const latest = useRef(floating)
  latest.current = floating
  useLayoutEffect(() => update(latest.current))
  const { panel } = floating
  useLayoutEffect(() => {
    const element = panel.current
    if (element === null) return
    const follow = ({ target }: Event) => {
      if (!(target instanceof Node && element.contains(target))) update(latest.current)
    }
    const observer = new ResizeObserver(() => update(latest.current))
    observer.observe(element)
    const ending = new AbortController()
    const listening = { signal: ending.signal, passive: true }
    addEventListener('resize', follow, listening)
    addEventListener('scroll', follow, { ...listening, capture: true })
    for (const name of ['resize', 'scroll']) visualViewport?.addEventListener(name, follow, listening)
    return () => {
      observer.disconnect()
      ending.abort()
    }
  }, [panel])
}

function update({ panel: { current: panel }, anchor, ...placing }: Floating): void {
  if (panel === null || !panel.matches(':popover-open')) return
  const box = anchor()
  if (box === undefined) for (const name of ['left', 'top', 'right', 'bottom']) panel.style.removeProperty(name)
  else place(panel, box, placing)
}
