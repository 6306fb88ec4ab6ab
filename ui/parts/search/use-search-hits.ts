/** Runs a search: people, conversations, and messages a page at a time. */
import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { Contact } from '../../../src/contract/contact.ts'
import type { Conversation } from '../../../src/contract/conversation.ts'
import type { SearchPage, SearchResult } from '../../../src/contract/search.ts'
import { asking } from '../../api/ask.ts'
import { client } from '../../api/client.ts'
import { ofLine } from '../../state/line.ts'
import { useChosenLine } from '../../state/use-chosen-line.ts'
import { plainWords, settledText } from './search-words.ts'

const mostPeople = 4
const conversationsLookedAt = 12
const mostConversations = 6

export interface PersonHit extends Contact {
  /** GUID of the conversation with this person, if there is one. */
  guid: string | undefined
}

export interface SearchHits {
  people: readonly PersonHit[]
  conversations: readonly Conversation[]
  messages: readonly SearchResult[]
  hasMore: boolean
  fetchMore: () => void
  isLooking: boolean
  /** False while the index is being built. */
  isComplete: boolean
  error: Error | null
  retry: () => void
}

const messagesWith = (q: string, line: string | undefined) =>
  infiniteQueryOptions({
    queryKey: ['search', q, line] as const,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: cursor }) => client.search({ q, ...ofLine(line), ...(cursor !== undefined && { cursor }) }),
    getNextPageParam: ({ cursor }: SearchPage) => cursor ?? undefined,
    enabled: q !== '',
  })

export function useSearchHits(text: string | undefined): SearchHits {
  const q = settledText(text ?? '')
  const words = plainWords(q)
  const line = useChosenLine()
  const named = { enabled: words !== '', placeholderData: keepPreviousData }
  const { data: contacts = [] } = useQuery({ ...asking('list_contacts', { q: words, limit: mostPeople }), ...named })
  const { data: conversations = [] } = useQuery({
    ...asking('list_conversations', { q: words, limit: conversationsLookedAt, ...ofLine(line) }),
    ...named,
  })
  const messages = useInfiniteQuery({ ...messagesWith(q, line), placeholderData: keepPreviousData })
  const people = words === '' ? [] : contacts.map((contact) => ({ ...contact, guid: guidOf(contact, conversations) }))
  const isPerson = new Set(people.map(({ guid }) => guid))
  const pages = q === '' ? [] : (messages.data?.pages ?? [])
  return {
    people,
    conversations:
      words === '' ? [] : conversations.filter(({ guid }) => !isPerson.has(guid)).slice(0, mostConversations),
    messages: pages.flatMap(({ results }) => results),
    hasMore: pages.length > 0 && messages.hasNextPage,
    fetchMore: () => void messages.fetchNextPage(),
    isLooking: q !== '' && messages.isFetching,
    isComplete: pages.every(({ complete }) => complete),
    error: q === '' ? null : messages.error,
    retry: () => void messages.refetch(),
  }
}

const guidOf = ({ handle }: Contact, conversations: readonly Conversation[]): string | undefined =>
  conversations.find((conversation) => !conversation.is_group && conversation.handle === handle)?.guid
