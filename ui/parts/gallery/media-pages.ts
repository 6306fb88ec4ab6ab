/** Fetches what a conversation holds in pages, and anew when messages of the conversation come or change. */
import { infiniteQueryOptions, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { StreamEvent } from '../../../src/contract/events.ts'
import type { MediaKind } from '../../../src/contract/media.ts'
import { client } from '../../api/client.ts'
import { onEvent } from '../../live/events.ts'

const firstSize = 60
const furtherSize = 200

const mediaPages = (guid: string, kind: MediaKind) =>
  infiniteQueryOptions({
    queryKey: ['list_media', 'pages', guid, kind] as const,
    initialPageParam: '',
    queryFn: ({ pageParam: cursor }) =>
      client.list_media({ guid, kind, ...(cursor === '' ? { limit: firstSize } : { limit: furtherSize, cursor }) }),
    getNextPageParam: ({ cursor }) => cursor,
  })

export function useMedia(guid: string, kind: MediaKind) {
  useFreshMedia()
  return useInfiniteQuery(mediaPages(guid, kind))
}

/** Only the service knows which conversation an event is about, since one person may have several chats. */
const isOfMessages = (event: StreamEvent): boolean => event.type === 'reset' || 'chat_guid' in event

/** Events come in bursts. */
const calmMs = 1_000

export function useFreshMedia(): void {
  const queries = useQueryClient()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const refresh = () => {
      timer = undefined
      void queries.invalidateQueries({ queryKey: ['list_media'] })
    }
    const stop = onEvent((event) => {
      if (isOfMessages(event)) timer ??= setTimeout(refresh, calmMs)
    })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [queries])
}
