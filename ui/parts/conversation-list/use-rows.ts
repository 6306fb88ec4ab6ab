/**
 * Provides the rows of the list: pinned ones first, then the others as far as they are fetched, in an order that holds
 * still.
 */
import { useInfiniteQuery, useQueries } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import type { Conversation } from '../../../src/contract/conversation.ts'
import { asking } from '../../api/ask.ts'
import { usePins } from '../../state/pins.ts'
import { conversationPages, type Filter } from './conversation-pages.ts'
import { useHeldOrder } from './held-order.ts'
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
  const { data, error, hasNextPage, isFetching, fetchNextPage, refetch } = useInfiniteQuery(conversationPages(filter))
  const pinned = usePinned()
  const sorted = useMemo(() => {
    if (data === undefined) return []
    const isPinned = new Set(pinned.map(({ guid }) => guid))
    const all = [...pinned, ...rowsOf(data.pages).filter(({ guid }) => !isPinned.has(guid))]
    return filter === 'all' ? all : all.filter(({ guid, unread_count }) => unread_count > 0 || guid === current)
  }, [data, pinned, filter, current])
  const rows = useHeldOrder(sorted, isHeld)
  const fetchMore = useCallback(() => {
    if (!isFetching) void fetchNextPage({ cancelRefetch: false })
  }, [isFetching, fetchNextPage])
  const fetchAll = useCallback(async () => {
    let isMore = hasNextPage
    while (isMore) isMore = (await fetchNextPage({ cancelRefetch: false })).hasNextPage
  }, [hasNextPage, fetchNextPage])
  return {
    ...{ rows, isThere: data !== undefined, error: data === undefined ? error : null },
    ...{ retry: () => void refetch(), hasMore: hasNextPage, fetchMore, fetchAll },
  }
}

/** Fetches pinned conversations one by one, because they may be far down in the list. */
function usePinned(): readonly Conversation[] {
  const pins = usePins()
  return useQueries({
    queries: pins.map((guid) => asking('get_conversation', { guid })),
    combine: present,
  })
}

const present = (results: readonly { data?: Conversation | undefined }[]): Conversation[] =>
  results.flatMap(({ data }) => data ?? [])
