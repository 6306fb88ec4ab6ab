/** The virtual list of log lines, which follows the newest line until somebody scrolls up. */
import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { t } from '../../catalogue/texts.ts'
import { Skeleton } from '../../kit/States.tsx'
import { useIsNarrow } from '../../kit/use-is-narrow.ts'
import { isSilence } from '../../live/condition.ts'
import { useCondition } from '../../live/warning.ts'
import { finderOf } from './finder.ts'
import { type Item, nameOf } from './items.ts'
import styles from './LogList.module.css'
import { LogMenu, type MenuFor } from './LogMenu.tsx'
import { LogRow } from './LogRow.tsx'
import { useLogDisplay } from './log-display.ts'
import { useFollowing } from './use-following.ts'
import type { LogView } from './use-log-view.ts'

const rowHeight = 26
/** Height where a line's text is below its time and source. */
const narrowRowHeight = 70

export function LogList({ view }: { view: LogView }) {
  const { items, selected, finderText } = view
  const scroller = useRef<HTMLDivElement>(null)
  const [menu, setMenu] = useState<MenuFor>()
  const { wraps, clock } = useLogDisplay()
  const isNarrow = useIsNarrow()
  const isSilent = isSilence(useCondition().kind)
  const finder = useMemo(() => finderOf(finderText), [finderText])
  const selectedIndex = useMemo(() => indexOfLine(items, selected), [items, selected])
  const rows = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => (isNarrow ? narrowRowHeight : rowHeight),
    // Another function would mean that all rows are measured again.
    getItemKey: useCallback((index: number) => items[index]?.key ?? index, [items]),
    overscan: 12,
    // The focused line keeps the focus while it is out of sight.
    rangeExtractor: (range: Range) => withIndex(defaultRangeExtractor(range), selectedIndex),
  })
  const following = useFollowing({ size: rows.getTotalSize(), view, scroller })
  useJumpToNamedLine({ selectedIndex, view, show: (index) => rows.scrollToIndex(index, { align: 'center' }) })
  const move = (step: number) => {
    const next = stepFrom(items, selectedIndex < 0 ? items.length : selectedIndex, step)
    const item = items[next]
    if (item?.kind !== 'line') return
    view.hold(true)
    view.select(item.line)
    rows.scrollToIndex(next)
    requestAnimationFrame(() => scroller.current?.querySelector<HTMLElement>(`[data-index="${next}"]`)?.focus())
  }
  const onKeyDown = (event: React.KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step === undefined || event.altKey || event.metaKey || event.ctrlKey) return
    event.preventDefault()
    move(step)
  }
  return (
    <>
      <div
        ref={scroller}
        className={styles.list}
        data-wraps={wraps}
        data-clock={clock}
        role="log"
        aria-live="off"
        aria-label={t('logs.lines')}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling element must be reachable by keyboard
        tabIndex={0}
        {...following}
        onKeyDown={onKeyDown}
      >
        {items.length === 0 && (isSilent ? <Skeleton /> : <p className={styles.none}>{t('logs.none')}</p>)}
        <div style={{ blockSize: rows.getTotalSize(), position: 'relative' }}>
          {rows.getVirtualItems().map(({ key, index, start }) => {
            const item = items[index]
            return (
              item && (
                <LogRow
                  key={key}
                  ref={rows.measureElement}
                  index={index}
                  start={start}
                  item={item}
                  finder={finder}
                  isSelected={index === selectedIndex}
                  onSelect={view.select}
                  onMenu={setMenu}
                />
              )
            )
          })}
        </div>
      </div>
      {menu && <LogMenu {...menu} view={view} onClose={() => setMenu(undefined)} />}
    </>
  )
}

const indexOfLine = (items: readonly Item[], selected: string | undefined): number =>
  selected === undefined ? -1 : items.findLastIndex((item) => item.kind === 'line' && nameOf(item.line) === selected)

const withIndex = (range: number[], selectedIndex: number): number[] =>
  selectedIndex < 0 || range.includes(selectedIndex)
    ? range
    : [...range, selectedIndex].sort((one, other) => one - other)

/** Returns the next line in that direction, stepping over gaps. */
function stepFrom(items: readonly Item[], from: number, step: number): number {
  let next = from + step
  while (items[next]?.kind === 'gap') next += step
  return next
}

interface JumpTarget {
  selectedIndex: number
  view: LogView
  show: (selectedIndex: number) => void
}

/**
 * Scrolls to the line that the address names once it is loaded, and again whenever the lines around it are shown or
 * hidden; otherwise the scroll position is the reader's.
 */
function useJumpToNamedLine({ selectedIndex, view, show }: JumpTarget): void {
  const isDone = useRef(view.selected === undefined)
  const around = useRef(view.around)
  useEffect(() => {
    const isChanged = around.current !== view.around
    around.current = view.around
    if (selectedIndex < 0 || (isDone.current && !isChanged)) return
    isDone.current = true
    view.hold()
    show(selectedIndex)
  })
}
