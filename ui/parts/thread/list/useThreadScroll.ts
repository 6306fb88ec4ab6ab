/**
 * Controls the scroll position of the list: follows at the end, stays in place elsewhere, and loads more near either
 * end.
 */
import { useVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { boxOf } from '../../media/boxes.ts'
import type { Line } from '../lines/lines.ts'
import { holdAt, type ScrollPosition, scrollPositionIn } from './scroll-position.ts'

export interface Target {
  rowid: number
  /** Changes with each jump, also to the same message. */
  jump: number
  /** Distance of the message from the upper edge; without it the message is centred and marked. */
  offset?: number
}

export interface ScrollWishes {
  lines: readonly Line[]
  scroller: RefObject<HTMLDivElement | null>
  hasOlder: boolean
  hasNewer: boolean
  /** The message to scroll to. */
  target: Target | undefined
  /** Number of own pending sends; one more scrolls to the end. */
  ownCount: number
  loadOlder(): void
  loadNewer(): void
  /** Called with whether the list is scrolled to the very end. */
  onEnd(isAtEnd: boolean): void
}

const nearPx = 1_200
const endPx = 40
/** A line of which only the lower edge is visible does not count as the top line. */
const edgePx = 16

export function useThreadScroll(wishes: ScrollWishes) {
  const { lines, scroller, hasOlder, hasNewer, target, ownCount, loadOlder, loadNewer, onEnd } = wishes
  const [isAway, setAway] = useState(false)
  const follows = useRef(target === undefined)
  /** Set until the newest messages have been loaded. */
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
    // Rendered lines may be taller than estimated; that does not count as leaving the end.
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

  // The window may shrink, for example for an on-screen keyboard, and lines may be taller than estimated: a list at its
  // end stays there.
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a larger count scrolls to the end
  useLayoutEffect(() => {
    if (ownCount > ownBefore.current) {
      follows.current = true
      virtualizer.scrollToEnd()
    }
    ownBefore.current = ownCount
  }, [ownCount])

  // biome-ignore lint/correctness/useExhaustiveDependencies: follows added lines, not their rendering
  useLayoutEffect(() => {
    if (wantsEnd.current && !hasNewer) follows.current = true
    if (follows.current) virtualizer.scrollToEnd()
    if (!hasNewer) wantsEnd.current = false
  }, [lines])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the added lines may not fill the window yet
  useEffect(() => looking.current(), [lines])

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once for each jump, as soon as its message is loaded
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
  const position = (): ScrollPosition | undefined => {
    if (follows.current) return 'end'
    return scroller.current === null ? undefined : scrollPositionIn(scroller.current, lines)
  }
  return { virtualizer, isAway, toEnd, position, topLine: dayAt(lines, top?.index ?? 0) }
}

/** The initial offset, so that the first lines rendered are the ones that will be seen. */
function beginning({ lines, target }: ScrollWishes): number {
  const index = target === undefined ? lines.length : lines.findIndex(({ key }) => key === target.rowid)
  const above = lines.slice(0, Math.max(0, index)).reduce((sum, line) => sum + estimateOf(line), 0)
  return Math.max(0, above - (target === undefined ? 0 : innerHeight / 2))
}

function dayAt(lines: readonly Line[], index: number): string | undefined {
  const line = lines.slice(index).find((one) => 'message' in one)
  return line !== undefined && 'message' in line ? line.message.ts : undefined
}

const lineHeight = 21
const bubblePadding = 14
const charactersPerLine = 62

/** Estimates the height of a line before it is rendered. */
function estimateOf(line: Line): number {
  if (line.kind === 'end') return 14
  if (line.kind !== 'message') return 36
  const { message, startsGroup, endsGroup } = line
  const around =
    bubblePadding + (startsGroup ? 10 : 2) + (endsGroup ? 18 : 0) + (message.reply_to_guid === null ? 0 : 48)
  const text = Math.ceil(message.text.length / charactersPerLine) * lineHeight
  const pictures = message.attachments.filter(({ kind }) => kind === 'image')
  const files = message.attachments.length - pictures.length
  const shown = pictures.length === 1 ? boxOf(pictures[0] as never).height : Math.ceil(pictures.length / 2) * 204
  return around + text + shown + files * 66 + (message.link_preview === null ? 0 : 90)
}
