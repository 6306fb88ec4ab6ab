/** Where the list stands: at its end it follows, elsewhere it stays, and near its ends more is asked for. */
import { useVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Line } from '../lines/lines.ts'
import { estimateOf } from './estimate.ts'
import { holdAt, type Place, placeIn } from './place.ts'

export interface Target {
  rowid: number
  /** Another one for each jump, also to the same message. */
  jump: number
  /** How far below the upper edge it is to stand; in the middle, and marked, where nothing is said. */
  offset?: number
}

export interface ScrollWishes {
  lines: readonly Line[]
  scroller: RefObject<HTMLDivElement | null>
  hasOlder: boolean
  hasNewer: boolean
  /** A message to be brought to its place. */
  target: Target | undefined
  /** How many of one's own are on their way: one more leads to the end. */
  ownCount: number
  loadOlder(): void
  loadNewer(): void
  /** Whether all there is has been scrolled to. */
  onEnd(isAtEnd: boolean): void
}

const nearPx = 1_200
const endPx = 40
/** What merely shows its lower edge is not what one reads. */
const edgePx = 16

export function useThreadScroll(wishes: ScrollWishes) {
  const { lines, scroller, hasOlder, hasNewer, target, ownCount, loadOlder, loadNewer, onEnd } = wishes
  const [isAway, setAway] = useState(false)
  const follows = useRef(target === undefined)
  /** Until the newest messages have been loaded. */
  const wantsEnd = useRef(false)
  const doneJump = useRef<number>(undefined)
  const lastTop = useRef(0)
  const getItemKey = useCallback((index: number) => lines[index]?.key ?? index, [lines])
  const virtualizer = useVirtualizer<HTMLDivElement, HTMLLIElement>({
    count: lines.length,
    getScrollElement: () => scroller.current,
    getItemKey,
    estimateSize: (index) => estimateOf(lines[index] ?? { kind: 'end', key: 'end' }),
    initialOffset: () => beginning(wishes),
    anchorTo: 'end',
    scrollEndThreshold: endPx,
    overscan: 6,
    paddingStart: 12,
  })

  const look = () => {
    const element = scroller.current
    if (element === null) return
    const below = element.scrollHeight - element.clientHeight - element.scrollTop
    const isAtEnd = !hasNewer && below <= endPx
    const hasScrolledUp = element.scrollTop < lastTop.current
    lastTop.current = element.scrollTop
    // What is drawn may turn out to be larger than was thought: nobody has left the end by that.
    if (follows.current && !isAtEnd && !hasNewer && !hasScrolledUp) return virtualizer.scrollToEnd()
    follows.current = isAtEnd
    setAway(!isAtEnd && (hasNewer || below > element.clientHeight / 2))
    onEnd(isAtEnd)
    if (element.scrollTop < nearPx && hasOlder) loadOlder()
    if (below < nearPx && hasNewer) loadNewer()
  }
  const looking = useRef(look)
  looking.current = look
  useEffect(() => {
    const element = scroller.current
    const onScroll = () => looking.current()
    element?.addEventListener('scroll', onScroll, { passive: true })
    return () => element?.removeEventListener('scroll', onScroll)
  }, [scroller])

  // The window may grow smaller, as by a keyboard, and what is drawn larger than was thought: whoever was at the end stays there.
  useEffect(() => {
    const element = scroller.current
    if (element === null) return
    const observer = new ResizeObserver(() => {
      if (!follows.current) return
      virtualizer.scrollToEnd()
      lastTop.current = element.scrollTop
    })
    observer.observe(element)
    if (element.firstElementChild !== null) observer.observe(element.firstElementChild)
    return () => observer.disconnect()
  }, [scroller, virtualizer])

  const ownBefore = useRef(ownCount)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when there are more than before
  useLayoutEffect(() => {
    if (ownCount > ownBefore.current) {
      follows.current = true
      virtualizer.scrollToEnd()
    }
    ownBefore.current = ownCount
  }, [ownCount])

  // biome-ignore lint/correctness/useExhaustiveDependencies: follows what is added, not how it is drawn
  useLayoutEffect(() => {
    if (wantsEnd.current && !hasNewer) follows.current = true
    if (follows.current) virtualizer.scrollToEnd()
    if (!hasNewer) wantsEnd.current = false
  }, [lines])
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was added may not fill the window yet
  useEffect(() => looking.current(), [lines])

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each jump, as soon as its message is there
  useLayoutEffect(() => {
    const index = lines.findIndex(({ key }) => key === target?.rowid)
    if (index < 0 || doneJump.current === target?.jump) return
    doneJump.current = target?.jump
    follows.current = false
    const { offset } = target ?? {}
    const element = scroller.current
    if (offset === undefined || element === null) return virtualizer.scrollToIndex(index, { align: 'center' })
    element.scrollTop = (virtualizer.measurementsCache[index]?.start ?? 0) - offset
    holdAt({ scroller: element, row: () => virtualizer.elementsCache.get(lines[index]?.key ?? ''), offset })
  }, [lines, target])

  const top = virtualizer.getVirtualItemForOffset((virtualizer.scrollOffset ?? 0) + edgePx)
  const toEnd = () => {
    if (hasNewer) wantsEnd.current = true
    else virtualizer.scrollToEnd()
  }
  const place = (): Place | undefined => {
    if (follows.current) return 'end'
    return scroller.current === null ? undefined : placeIn(scroller.current, lines)
  }
  return { virtualizer, isAway, toEnd, place, topLine: dayAt(lines, top?.index ?? 0) }
}

/** Where to begin, so that the first thing drawn is what will be looked at. */
function beginning({ lines, target }: ScrollWishes): number {
  const index = target === undefined ? lines.length : lines.findIndex(({ key }) => key === target.rowid)
  const above = lines.slice(0, Math.max(0, index)).reduce((sum, line) => sum + estimateOf(line), 0)
  return Math.max(0, above - (target === undefined ? 0 : innerHeight / 2))
}

function dayAt(lines: readonly Line[], index: number): string | undefined {
  const line = lines.slice(index).find((one) => 'message' in one)
  return line !== undefined && 'message' in line ? line.message.ts : undefined
}
