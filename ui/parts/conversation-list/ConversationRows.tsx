/** Renders the visible rows and a few beyond them. */
import { useVirtualizer, type Virtualizer } from '@tanstack/react-virtual'
import { type RefObject, Suspense, useCallback, useEffect, useLayoutEffect, useReducer, useRef, useState } from 'react'
import type { Conversation } from '../../../src/contract/conversation.ts'
import { withPageTexts } from '../../catalogue/page-texts.ts'
import { t } from '../../catalogue/texts.ts'
import { LinkButton } from '../../kit/Button.tsx'
import type { Box } from '../../kit/box.ts'
import { lazyPart } from '../../kit/lazy-part.ts'
import { observeHeight, scrollUnlessNew } from '../../kit/list-layout.ts'
import { EmptyState, ErrorState, Skeleton } from '../../kit/States.tsx'
import { useRowHeight } from '../../kit/use-row-height.ts'
import { useSettled } from '../../kit/use-settled.ts'
import { paths, viewedKey } from '../../routes.ts'
import { ConversationRow } from './ConversationRow.tsx'
import styles from './ConversationRows.module.css'
import type { Filter } from './list-question.ts'
import { useHold } from './use-hold.ts'
import { useRowCommands } from './use-row-commands.ts'
import { useRowFocus } from './use-row-focus.ts'
import { useRows } from './use-rows.ts'

const RowMenu = lazyPart(() => withPageTexts(import('./RowMenu.tsx')))

/** Rows beyond the visible ones, once what is visible is there. */
const beyond = 6
const usualPx = 66
/** The list is never higher; the first rendering does not know its height yet. */
const firstRect = { width: 0, height: innerHeight }
/** Fetches further rows when the last visible one is this close to the end. */
const ahead = 25

export function ConversationRows({ filter, current }: { filter: Filter; current: string | undefined }) {
  const scroller = useRef<HTMLDivElement>(null)
  const isHeld = useHold(scroller)
  const { rows, ...fetched } = useRows({ filter, isHeld, current })
  const { height, ruler } = useRowHeight(usualPx)
  const overscan = useSettled() ? beyond : 0
  const [menu, setMenu] = useState<{ guid: string; at: Box }>()
  const closeMenu = useCallback(() => setMenu(undefined), [])
  useEachMinute()
  useRowCommands({ rows, current })

  const virtual = useRef<Virtualizer<HTMLDivElement, Element>>(undefined)
  const virtualizer = useCallback(() => virtual.current, [])
  const { fetchAll } = fetched
  const { active, onKeyDown, onFocus } = useRowFocus({ list: scroller, rows, current, virtualizer, fetchAll })
  virtual.current = useVirtualizer({
    count: rows.length,
    overscan,
    initialRect: firstRect,
    observeElementRect: observeHeight,
    scrollToFn: scrollUnlessNew,
    estimateSize: () => height,
    getScrollElement: () => scroller.current,
    // Another function would mean that all rows are measured again.
    getItemKey: useCallback((index: number) => rows[index]?.guid ?? index, [rows]),
    rangeExtractor: ({ startIndex, endIndex, overscan, count }) => {
      const first = Math.max(0, startIndex - overscan)
      const last = Math.min(count - 1, endIndex + overscan)
      const seen = Array.from({ length: last - first + 1 }, (_, index) => first + index)
      // The row in the tab order stays rendered, however far the list is scrolled.
      if (active < first && count > 0) return [active, ...seen]
      return active > last && active < count ? [...seen, active] : seen
    },
  })
  useEffect(() => {
    if (height > 0) virtual.current?.measure()
  }, [height])
  useAnchor({ scroller, rows, height })

  const items = virtual.current.getVirtualItems()
  const lastSeen = virtual.current.range?.endIndex ?? 0
  const { hasMore, fetchMore } = fetched
  useEffect(() => {
    if (hasMore && lastSeen + ahead >= rows.length) fetchMore()
  }, [hasMore, fetchMore, lastSeen, rows.length])

  const openOf = rows.find(({ guid }) => guid === menu?.guid)
  return (
    <div className={styles.scroller} ref={scroller}>
      <div className={styles.ruler} ref={ruler} aria-hidden />
      {fetched.error !== null && <ErrorState error={fetched.error} onRetry={fetched.retry} />}
      {fetched.error === null && !fetched.isThere && <Skeleton rows={9} height={height - 8} />}
      {fetched.isThere && rows.length === 0 && <NoConversations filter={filter} />}
      <ul
        className={styles.rows}
        style={{ blockSize: virtual.current.getTotalSize() }}
        aria-label={t('shell.conversations')}
        onKeyDown={onKeyDown}
      >
        {items.map(({ index, start }) => {
          const conversation = rows[index]
          if (conversation === undefined) return null
          return (
            <ConversationRow
              key={conversation.guid}
              conversation={conversation}
              index={index}
              start={start}
              height={height}
              onFocus={onFocus}
              count={hasMore ? undefined : rows.length}
              isCurrent={conversation.guid === current}
              isActive={index === active}
              onMenu={(at) => setMenu({ guid: conversation.guid, at })}
            />
          )
        })}
      </ul>
      <Suspense>
        {viewedKey === undefined && menu !== undefined && openOf !== undefined && (
          <RowMenu conversation={openOf} at={menu.at} onClose={closeMenu} />
        )}
      </Suspense>
    </div>
  )
}

/** Stands in for an empty list: there are no conversations yet, or none is unread or archived. */
const NoConversations = ({ filter }: { filter: Filter }) =>
  filter !== 'all' ? (
    <EmptyState title={t(filter === 'unread' ? 'list.all_read' : 'list.none_archived')} />
  ) : (
    <EmptyState
      title={t('list.none')}
      {...(viewedKey === undefined && {
        hint: t('list.none_hint'),
        action: <LinkButton href={paths.newMessage()}>{t('shell.new_message')}</LinkButton>,
      })}
    />
  )

interface Options {
  scroller: RefObject<HTMLElement | null>
  rows: readonly Conversation[]
  height: number
}

/** Keeps the visible rows in place when rows above them come or go; at the very top, new rows may come into view. */
function useAnchor({ scroller, rows, height }: Options): void {
  const before = useRef(rows)
  useLayoutEffect(() => {
    const element = scroller.current
    const [old, top] = [before.current, element?.scrollTop ?? 0]
    before.current = rows
    if (element === null || old === rows || top === 0) return
    const first = Math.ceil(top / height)
    const moved = rows.findIndex(({ guid }) => guid === old[first]?.guid)
    if (moved !== -1 && moved !== first) element.scrollTop = top + (moved - first) * height
  }, [scroller, rows, height])
}

const minuteMs = 60_000

/** Renders the component again each minute, because relative times go out of date. */
function useEachMinute(): void {
  const [, draw] = useReducer((count: number) => count + 1, 0)
  useEffect(() => {
    const timer = setInterval(draw, minuteMs)
    return () => clearInterval(timer)
  }, [])
}
