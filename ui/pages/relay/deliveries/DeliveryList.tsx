/** The virtual list of deliveries: rows of one height, of which only the visible ones are rendered. */
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { ArrowUp } from 'lucide-react'
import { type KeyboardEvent, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { t } from '../../../catalogue/texts.ts'
import { Button, LinkButton } from '../../../kit/Button.tsx'
import { EmptyState, ErrorState, Skeleton } from '../../../kit/States.tsx'
import { useIsNarrow } from '../../../kit/use-is-narrow.ts'
import { usePrinting } from '../../../kit/use-printing.ts'
import { useRowHeight } from '../../../kit/use-row-height.ts'
import { hrefOf, useRowLinks } from '../../../kit/use-row-links.ts'
import { usePluginNames } from '../../../parts/deliveries/use-plugin-names.ts'
import { paths } from '../../../routes.ts'
import styles from './Deliveries.module.css'
import { DeliveryRow } from './DeliveryRow.tsx'
import { addressOf, type DeliveryFilter, isFiltered } from './filter.ts'
import type { ShownDeliveries } from './use-deliveries.ts'

const overscan = 8
/** Loads more when the last visible row is this close to the end: a fling passes a hundred rows in a second. */
const ahead = 120
const usualPx = { wide: 42, narrow: 62 }
/** The step back from a delivery that was opened here leads to the list. */
const fromList = { fromList: true }

interface Props {
  shown: ShownDeliveries
  filter: DeliveryFilter
  /** Id of the delivery in the drawer. */
  open: string | undefined
  onClear(): void
}

export function DeliveryList({ shown, filter, open, onClear }: Props) {
  const { rows, held, cursor, isThere, isLoading, error, list, left } = shown
  const scroller = useRef<HTMLDivElement>(null)
  const isNarrow = useIsNarrow()
  const isPrinted = usePrinting()
  const { height, ruler } = useRowHeight(isNarrow ? usualPx.narrow : usualPx.wide)
  const nameOf = usePluginNames()
  const [active, setActive] = useState(open)
  const activeIndex = useMemo(
    () =>
      active === undefined
        ? 0
        : Math.max(
            0,
            rows.findIndex(({ id }) => id === active),
          ),
    [rows, active],
  )
  const listAddress = hrefOf(addressOf(filter))
  const follow = useRowLinks(fromList)
  const virtual = useVirtualizer({
    count: rows.length,
    overscan,
    estimateSize: () => height,
    getScrollElement: () => scroller.current,
    // Another function would mean that all rows are measured again.
    getItemKey: useCallback((index: number) => rows[index]?.id ?? index, [rows]),
    initialOffset: left.top,
    // The row in the tab order stays rendered, however far the list is scrolled.
    rangeExtractor: (range) => [...new Set([...defaultRangeExtractor(range), activeIndex])].sort((a, b) => a - b),
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rows change their height together
  useEffect(() => virtual.measure(), [height])
  useLayoutEffect(() => {
    if (scroller.current !== null) scroller.current.scrollTop = left.top
  }, [left])

  const lastSeen = virtual.range?.endIndex ?? 0
  useEffect(() => {
    if (isThere && cursor !== null && !isLoading && error === null && lastSeen + ahead >= rows.length)
      void list.loadMore()
  }, [list, isThere, cursor, isLoading, error, lastSeen, rows.length])

  const onScroll = () => {
    const top = scroller.current?.scrollTop ?? 0
    left.top = top
    list.hold(top > height)
  }
  const toTop = () => scroller.current?.scrollTo({ top: 0 })
  const move = (to: number) => {
    const row = rows[Math.min(rows.length - 1, Math.max(0, to))]
    if (row === undefined) return
    setActive(row.id)
    virtual.scrollToIndex(rows.indexOf(row))
    requestAnimationFrame(() => focusRow(row.id))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / height) - 1)
    const to = steps({ from: activeIndex, page, last: rows.length - 1 })[event.key]
    if (to === undefined || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    move(to)
  }
  return (
    <div className={styles.stage}>
      <div ref={scroller} className={styles.scroller} onScroll={onScroll} data-deliveries>
        <div className={styles.ruler} ref={ruler} aria-hidden />
        {!isThere && error === null && <Skeleton rows={9} height={height - 10} />}
        {!isThere && error !== null && <ErrorState error={error} onRetry={() => void list.loadMore()} />}
        {isThere && rows.length === 0 && <None filter={filter} onClear={onClear} />}
        <ul
          className={styles.rows}
          style={{ blockSize: virtual.getTotalSize() }}
          aria-label={t('deliveries.list')}
          onKeyDown={onKeyDown}
          onClick={follow}
        >
          {virtual.getVirtualItems().map(({ index, start }) => {
            const delivery = rows[index]
            return (
              delivery && (
                <DeliveryRow
                  key={delivery.id}
                  delivery={delivery}
                  index={index}
                  start={start}
                  height={height}
                  pluginName={nameOf(delivery.plugin)}
                  count={cursor === null ? rows.length : -1}
                  list={listAddress}
                  isActive={index === activeIndex}
                  isOpen={delivery.id === open}
                  onFocus={setActive}
                />
              )
            )
          })}
        </ul>
        {isPrinted && (
          <ul className={styles.printed} data-printed>
            {rows.map((delivery, index) => (
              <DeliveryRow
                key={delivery.id}
                delivery={delivery}
                index={index}
                height={height}
                start={0}
                count={rows.length}
                pluginName={nameOf(delivery.plugin)}
                list={listAddress}
                isActive={false}
                isOpen={false}
                onFocus={setActive}
              />
            ))}
          </ul>
        )}
      </div>
      {held.length > 0 && (
        <button type="button" className={styles.pill} onClick={toTop}>
          <ArrowUp size={16} aria-hidden />
          {t('deliveries.new', { count: held.length })}
        </button>
      )}
    </div>
  )
}

interface Place {
  from: number
  /** Rows that fit into the window. */
  page: number
  last: number
}

const steps = ({ from, page, last }: Place): Readonly<Record<string, number>> => ({
  ArrowDown: from + 1,
  ArrowUp: from - 1,
  PageDown: from + page,
  PageUp: from - page,
  Home: 0,
  End: last,
})

/** Does nothing while the row is not rendered. */
export const focusRow = (id: string): void =>
  document.querySelector<HTMLElement>(`[data-deliveries] a[data-id="${CSS.escape(id)}"]`)?.focus()

const None = ({ filter, onClear }: { filter: DeliveryFilter; onClear(): void }) =>
  isFiltered(filter) ? (
    <EmptyState title={t('deliveries.none_fit')} action={<Button onClick={onClear}>{t('deliveries.clear')}</Button>} />
  ) : (
    <EmptyState
      title={t('deliveries.none')}
      hint={t('deliveries.none_hint')}
      action={<LinkButton href={paths.plugins()}>{t('shell.plugins')}</LinkButton>}
    />
  )
