/** Fetches conversations in pages: the newest at once, further ones as they come into view. */
import { infiniteQueryOptions } from '@tanstack/react-query'
import { client } from '../../api/client.ts'
import type { Page } from './pages-of-rows.ts'

export type Filter = 'all' | 'unread' | 'archived'

const firstSize = 50
const furtherSize = 200

export const conversationPages = (filter: Filter) =>
  infiniteQueryOptions({
    queryKey: ['list_conversations', 'pages', filter] as const,
    initialPageParam: 0,
    queryFn: async ({ pageParam: offset }): Promise<Page> => {
      const limit = offset === 0 ? firstSize : furtherSize
      const chosen = { archived: filter === 'archived', ...(filter === 'unread' && { unread: true }) }
      const rows = await client.list_conversations({ limit, offset, ...chosen })
      return { rows, isLast: rows.length < limit }
    },
    getNextPageParam: ({ isLast }, pages) =>
      isLast ? undefined : pages.reduce((sum, { rows }) => sum + rows.length, 0),
  })
