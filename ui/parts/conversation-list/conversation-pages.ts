/** Fetches conversations in pages: the newest at once, further ones as they come into view. */
import { infiniteQueryOptions } from '@tanstack/react-query'
import { client } from '../../api/client.ts'
import { chosenLine } from '../../state/line.ts'
import { type Filter, listQuestion } from './list-question.ts'
import type { Page } from './pages-of-rows.ts'

export const conversationPages = (filter: Filter, line = chosenLine()) =>
  infiniteQueryOptions({
    queryKey: ['list_conversations', 'pages', filter, line] as const,
    initialPageParam: 0,
    queryFn: async ({ pageParam: offset }): Promise<Page> => {
      const question = listQuestion(filter, offset, line)
      const rows = await client.list_conversations(question)
      return { rows, isLast: rows.length < question.limit }
    },
    getNextPageParam: ({ isLast }, pages) =>
      isLast ? undefined : pages.reduce((sum, { rows }) => sum + rows.length, 0),
  })
