/** Renders the visible rows and a few beyond them. */
import { useVirtualizer, type Virtualizer } from '@tanstack/react-virtual'
import { Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { t } from '../../catalogue/texts.ts'
import type { Box } from '../../kit/floating.ts'
import { lazyPart } from '../../kit/lazy-part.ts'
import { ErrorState, Skeleton } from '../../kit/States.tsx'
import { ConversationRow } from './ConversationRow.tsx'
import styles from './ConversationRows.module.css'
import type { Filter } from './conversation-pages.ts'
import { NoConversations } from './NoConversations.tsx'
import { useAnchor } from './use-anchor.ts'
import { useEachMinute } from './use-each-minute.ts'
import { useHold } from './use-hold.ts'
import { useRowCommands } from './use-row-commands.ts'
import { useRowFocus } from './use-row-focus.ts'
import { useRowHeight } from './use-row-height.ts'
import { useRows } from './use-rows.ts'

const RowMenu = lazyPart(() => import('./RowMenu.tsx'))

const overscan = 6
/** Fetches further rows when the last visible one is this close to the end. */
const ahead = 25

export function ConversationRows({ filter, current }: { filter: Filter; current: string | undefined }) {
  const scroller = useRef<HTMLDivElement>(null)
  const isHeld = useHold(scroller)
  const { rows, ...fetched } = useRows({ filter, isHeld, current })
  const { height, ruler } = useRowHeight()
  const [menu, setMenu] = useState<{ guid: string; at: Box }>()
  const closeMenu = useCallback(() => setMenu(undefined), [])
  useEachMinute()
  useRowCommands({ rows, current })

  const virtual = useRef<Virtualizer<HTMLDivElement, Element>>(undefined)
  const virtualizer = useCallback(() => virtual.current, [])
  const { fetchAll } = fetched
  const { active, onKeyDown, onFocus } = useRowFocus({ list: scroller, rows, current, virtualizer, fetchAll })
  virtual.current = useVirtualizer({
    ...{ count: rows.length, overscan, estimateSize: () => height, getScrollElement: () => scroller.current },
    getItemKey: (index) => rows[index]?.guid ?? index,
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
              {...{ conversation, index, start, height, onFocus }}
              count={hasMore ? undefined : rows.length}
              isCurrent={conversation.guid === current}
              isActive={index === active}
              onMenu={(at) => setMenu({ guid: conversation.guid, at })}
            />
          )
        })}
      </ul>
      <Suspense>
        {menu !== undefined && openOf !== undefined && (
          <RowMenu conversation={openOf} at={menu.at} onClose={closeMenu} />
        )}
      </Suspense>
    </div>
  )
}
