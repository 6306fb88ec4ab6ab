/** Provides the first rendering with what its address shows, so that no placeholder is drawn before it. */
import type { QueryClient } from '@tanstack/react-query'
import { asking } from '../api/ask.ts'
import { conversationPages } from '../parts/conversation-list/conversation-pages.ts'
import { type FirstQuestion, filterAt, firstQuestions } from './first-questions.ts'
import { addressOf } from './modules.ts'

/** A placeholder that is gone sooner than this is worse than none. */
const patienceMs = 200

/** Does not wait longer, and leaves failures to what is rendered. */
export function firstAnswers(queries: QueryClient, path: string, query: string): Promise<unknown> {
  const asked = firstQuestions(path, query).map((question) => answer(queries, question, path))
  return Promise.race([Promise.all(asked), new Promise((resolve) => setTimeout(resolve, patienceMs))])
}

function answer(queries: QueryClient, [name, input]: FirstQuestion, path: string): Promise<void> | undefined {
  if (name === 'list_conversations') return queries.prefetchInfiniteQuery(conversationPages(filterAt(addressOf(path))))
  if (name === 'get_conversation') return queries.prefetchQuery(asking(name, input))
  return name === 'overview' ? queries.prefetchQuery(asking(name)) : undefined
}
