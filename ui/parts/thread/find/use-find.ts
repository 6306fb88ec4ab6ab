/** Finds words in one conversation: fetches the matches, tracks the one that is shown and moves between them. */
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { SearchPage } from '../../../../src/contract/search.ts'
import { client } from '../../../api/client.ts'
import { countOf } from '../../../catalogue/numbers.ts'
import { t } from '../../../catalogue/texts.ts'
import { announce } from '../../../state/announcements.ts'
import { useDebounced } from '../../search/use-debounced.ts'
import { type Hit, nearestHit, queryIn } from './hits.ts'

export interface FindOptions {
  guid: string
  /** The words in the address. */
  words: string
  at: number | undefined
  /** Returns the reading position, so that the nearest match is shown first. */
  readTo(): string | undefined
  /** Puts words and message into the address, which scrolls to the message. */
  onShow(words: string, rowid: number | undefined): void
}

const pauseMs = 180
const pageSize = 100

const hitsOf = (guid: string, words: string) =>
  infiniteQueryOptions({
    queryKey: ['search', 'in', guid, words] as const,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: cursor }) =>
      client.search({ q: queryIn(guid, words), limit: pageSize, ...(cursor !== undefined && { cursor }) }),
    getNextPageParam: ({ cursor }: SearchPage) => cursor ?? undefined,
    enabled: words !== '',
  })

export function useFind({ guid, words, at, readTo, onShow }: FindOptions) {
  const [text, setText] = useState(words)
  const settled = useDebounced(text.trim(), pauseMs)
  const found = useInfiniteQuery(hitsOf(guid, settled))
  const { data, hasNextPage, isFetching, fetchNextPage, error } = found
  const hits = useMemo(
    (): Hit[] =>
      (data?.pages ?? []).flatMap(({ results }) => results.map(({ message: { rowid, ts } }) => ({ rowid, ts }))),
    [data],
  )
  // Another search may lead to this conversation while the bar is open.
  const shown = useRef(words)
  useEffect(() => {
    if (words === shown.current) return
    shown.current = words
    setText((now) => (now.trim() === words ? now : words))
  }, [words])
  const index = hits.findIndex(({ rowid }) => rowid === at)
  useFirstHit({ settled, words, at, hits, isReady: data !== undefined && !isFetching, readTo, onShow })
  useAnnouncement({ index, count: hits.length, isReady: data !== undefined && settled !== '', hasMore: hasNextPage })

  const step = async (by: 1 | -1) => {
    const to = index < 0 ? hits[0] : hits[index + by]
    if (to !== undefined) return onShow(settled, to.rowid)
    if (by < 0 || !hasNextPage) return
    const { data: more } = await fetchNextPage()
    const next = more?.pages.at(-1)?.results[0]?.message
    if (next !== undefined) onShow(settled, next.rowid)
  }
  return {
    text,
    setText,
    told: settled === '' || data === undefined ? '' : positionText({ index, count: hits.length, hasMore: hasNextPage }),
    error: settled === '' ? null : error,
    isComplete: data?.pages.every(({ complete }) => complete) ?? true,
    older: index + 1 < hits.length || hasNextPage ? () => void step(1) : undefined,
    newer: index > 0 ? () => void step(-1) : undefined,
  }
}

interface MatchPosition {
  index: number
  count: number
  hasMore: boolean
}

function positionText({ index, count, hasMore }: MatchPosition): string {
  if (count === 0) return t('finding.none')
  const total = `${countOf(count)}${hasMore ? '+' : ''}`
  return index < 0 ? t('finding.count', { total }) : t('finding.place', { place: index + 1, total })
}

function useAnnouncement({ isReady, ...what }: MatchPosition & { isReady: boolean }): void {
  const sentence = isReady ? positionText(what) : ''
  useEffect(() => {
    if (sentence !== '') announce(sentence)
  }, [sentence])
}

interface FirstHitOptions extends Pick<FindOptions, 'words' | 'at' | 'readTo' | 'onShow'> {
  settled: string
  hits: readonly Hit[]
  isReady: boolean
}

/** Goes to the nearest match of typed words at once; words from the address already came with a position. */
function useFirstHit({ settled, words, at, hits, isReady, readTo, onShow }: FirstHitOptions): void {
  const led = useRef(words)
  useEffect(() => {
    if (!(isReady || settled === '') || settled === led.current) return
    led.current = settled
    onShow(settled, nearestHit(hits, readTo())?.rowid ?? at)
  }, [settled, hits, isReady, at, readTo, onShow])
}
