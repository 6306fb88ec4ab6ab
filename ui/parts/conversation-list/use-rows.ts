/**
 * Provides the rows of the list: pinned ones first, then the others as far as they are fetched, in an order that holds
 * still.
 */
import { type QueryClient, QueryObserver, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useSyncExternalStore } from 'react'
import { shallow } from 'zustand/shallow'
import type { Conversation } from '../../../src/contract/conversation.ts'
import { asking } from '../../api/ask.ts'
import { replacePin, usePins } from '../../state/pins.ts'
import { useChosenLine } from '../../state/use-chosen-line.ts'
import { conversationPages } from './conversation-pages.ts'
import { useHeldOrder } from './held-order.ts'
import type { Filter } from './list-question.ts'
import { rowsOf } from './pages-of-rows.ts'

export interface Rows {
  rows: readonly Conversation[]
  isThere: boolean
  /** The reason why there are no rows. */
  error: Error | null
  retry: () => void
  hasMore: boolean
  fetchMore: () => void
  /** Resolves once nothing is left to fetch. */
  fetchAll: () => Promise<void>
}

interface RowsOptions {
  filter: Filter
  isHeld: boolean
  /** GUID of the open conversation. */
  current: string | undefined
}

export function useRows({ filter, isHeld, current }: RowsOptions): Rows {
  const line = useChosenLine()
  const { data, error, hasNextPage, isFetching, fetchNextPage, refetch } = useInfiniteQuery(
    conversationPages(filter, line),
  )
  const pinned = usePinned()
  const sorted = useMemo(() => {
    if (data === undefined) return []
    const isPinned = new Set(pinned.map(({ guid }) => guid))
    const all = [...pinned, ...rowsOf(data.pages).filter(({ guid }) => !isPinned.has(guid))]
    return all.filter(
      ({ guid, unread_count, archived, ...one }) =>
        (line === undefined || one.line === line) &&
        archived === (filter === 'archived') &&
        (filter !== 'unread' || unread_count > 0 || guid === current),
    )
  }, [data, pinned, filter, current, line])
  const rows = useHeldOrder(sorted, isHeld)
  const fetchMore = useCallback(() => {
    if (!isFetching) void fetchNextPage({ cancelRefetch: false })
  }, [isFetching, fetchNextPage])
  const fetchAll = useCallback(async () => {
    let isMore = hasNextPage
    while (isMore) isMore = (await fetchNextPage({ cancelRefetch: false })).hasNextPage
  }, [hasNextPage, fetchNextPage])
  return {
    rows,
    isThere: data !== undefined,
    error: data === undefined ? error : null,
    retry: () => void refetch(),
    hasMore: hasNextPage,
    fetchMore,
    fetchAll,
  }
}

/** Fetches pinned conversations one by one, because they may be far down in the list. */
function usePinned(): readonly Conversation[] {
  const pins = usePins()
  const queries = useQueryClient()
  const watched = useMemo(() => watching(queries, pins), [queries, pins])
  const found = useSyncExternalStore(watched.subscribe, watched.found)
  useEffect(() => {
    for (const [index, { guid }] of found.entries()) {
      const pin = pins[index]
      if (found.length === pins.length && pin !== undefined && pin !== guid) replacePin(pin, guid)
    }
  }, [found, pins])
  return useMemo(() => rowsOf([{ rows: found, isLast: true }]), [found])
}

/** Keeps several conversations fetched; `useQueries` can do more, and weighs more than the rest of the list's fetching. */
function watching(queries: QueryClient, guids: readonly string[]) {
  const observers = guids.map((guid) => new QueryObserver(queries, asking('get_conversation', { guid })))
  let found: readonly Conversation[] = []
  return {
    subscribe(onChange: () => void): () => void {
      const ends = observers.map((observer) => observer.subscribe(onChange))
      return () => {
        for (const end of ends) end()
      }
    },
    /** Returns the same list until a conversation of it changes. */
    found(): readonly Conversation[] {
      const now = observers.flatMap((observer) => observer.getCurrentResult().data ?? [])
      if (!shallow(now, found)) found = now
      return found
    },
  }
}
