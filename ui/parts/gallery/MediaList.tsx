/** The virtual list of a gallery: months, and below each a grid of pictures or a line for each link or file. */
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { MediaItem, MediaKind } from '../../../src/contract/media.ts'
import { monthOf } from '../../catalogue/dates.ts'
import styles from './Gallery.module.css'
import { FileRow, LinkRow } from './ItemRows.tsx'
import { type GalleryLine, itemAfter, lineOf, linesOf } from './lines.ts'
import { Tile } from './Tile.tsx'

interface Props {
  guid: string
  kind: MediaKind
  items: readonly MediaItem[]
  onMore(): void
  /** Called with the id of an attachment. */
  onView(id: string): void
  onMessage(rowid: number): void
}

const gapPx = 4
const headingPx = 44
const rowPx = 64
/** A tile is at least this wide, but three go side by side on every phone. */
const leastTilePx = 150
const leastColumns = 3
/** More is loaded when the last visible line is this close to the end. */
const ahead = 12

/** The scroll position of each gallery that has been left, in pixels. */
const left = new Map<string, { top: number; active: number }>()

export function MediaList({ guid, kind, items, onMore, onView, onMessage }: Props) {
  const place = `${guid} ${kind}`
  const scroller = useRef<HTMLDivElement>(null)
  const width = useWidth(scroller)
  const columns = kind === 'media' ? Math.max(leastColumns, Math.floor(width / leastTilePx)) : 1
  const side = Math.max(1, (width - gapPx * (columns - 1)) / columns)
  const lines = useMemo(() => linesOf(items, columns), [items, columns])
  const [active, setActive] = useState(left.get(place)?.active ?? 0)
  const activeLine = lineOf(lines, Math.min(active, items.length - 1))
  const sizeOf = (line: GalleryLine | undefined) =>
    line?.is === 'month' ? headingPx : kind === 'media' ? side + gapPx : rowPx
  const virtual = useVirtualizer({
    count: lines.length,
    overscan: 4,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => sizeOf(lines[index]),
    initialOffset: left.get(place)?.top ?? 0,
    // The item in the tab order stays rendered, however far the list is scrolled.
    rangeExtractor: (range) =>
      [...new Set([...defaultRangeExtractor(range), activeLine])].filter((at) => at >= 0).sort((a, b) => a - b),
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the lines change their heights with the width
  useEffect(() => virtual.measure(), [side])
  useLayoutEffect(() => {
    if (scroller.current !== null) scroller.current.scrollTop = left.get(place)?.top ?? 0
  }, [place])
  const lastSeen = virtual.range?.endIndex ?? 0
  useEffect(() => {
    if (lastSeen + ahead >= lines.length) onMore()
  }, [lastSeen, lines.length, onMore])

  const wantsFocus = useRef(false)
  useEffect(() => {
    if (!wantsFocus.current) return
    wantsFocus.current = false
    virtual.scrollToIndex(activeLine)
    scroller.current?.querySelector<HTMLElement>(`[data-at="${active}"]`)?.focus({ preventScroll: true })
  }, [active, activeLine, virtual])
  const goTo = (at: number) => {
    setActive(at)
    left.set(place, { top: scroller.current?.scrollTop ?? 0, active: at })
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const isRightToLeft = getComputedStyle(event.currentTarget).direction === 'rtl'
    const to = itemAfter(event.key, active, { lines, count: items.length, isRightToLeft })
    if (to === undefined) return
    event.preventDefault()
    wantsFocus.current = to !== active
    goTo(to)
  }

  const show = (item: MediaItem, at: number) => {
    const shared = { item, at, isActive: at === active, onMessage: () => onMessage(item.message.rowid) }
    if (kind === 'links') return <LinkRow key={at} {...shared} />
    if (kind === 'files') return <FileRow key={at} {...shared} />
    return <Tile key={at} {...shared} side={side} onView={onView} />
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: arrow keys move between the items, which act themselves
    <div
      ref={scroller}
      className={styles.scroller}
      onKeyDown={onKeyDown}
      onFocus={({ target }) => {
        const at = Number(target.closest<HTMLElement>('[data-at]')?.dataset.at ?? active)
        if (at !== active) goTo(at)
      }}
      onScroll={({ currentTarget }) => left.set(place, { top: currentTarget.scrollTop, active })}
    >
      <div className={styles.lines} style={{ blockSize: virtual.getTotalSize() }}>
        {width > 0 &&
          virtual.getVirtualItems().map(({ index, start, size }) => {
            const line = lines[index]
            if (line === undefined) return null
            return (
              <div key={index} className={styles.line} style={{ insetBlockStart: start, blockSize: size }}>
                {line.is === 'month' ? (
                  <h2 className={styles.month}>{monthOf(line.month)}</h2>
                ) : (
                  line.items.map((item, column) => show(item, line.at + column))
                )}
              </div>
            )
          })}
      </div>
    </div>
  )
}

/** The width within the padding. */
function useWidth(element: React.RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const content = element.current?.firstElementChild
    if (!content) return
    const observer = new ResizeObserver(() => setWidth(content.clientWidth))
    setWidth(content.clientWidth)
    observer.observe(content)
    return () => observer.disconnect()
  }, [element])
  return width
}
