/**
 * Keeps the list up to date while events arrive: fetches the conversations that events concern, each once, and moves them to
 * their positions.
 */
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Conversation } from '../../../src/contract/conversation.ts'
import type { StreamEvent } from '../../../src/contract/events.ts'
import { asking } from '../../api/ask.ts'
import { client } from '../../api/client.ts'
import { archivedConversations, unreadConversations } from '../../api/unread.ts'
import { onEvent } from '../../live/events.ts'
import { chosenLine } from '../../state/line.ts'
import { conversationPages } from './conversation-pages.ts'
import type { Filter } from './list-question.ts'
import { type ConversationData, withConversation, withoutConversation } from './pages-of-rows.ts'

export function FollowConversations() {
  const queries = useQueryClient()
  useEffect(() => {
    const { add, end } = follower(queries)
    const leave = onEvent(add)
    return () => {
      leave()
      end()
    }
  }, [queries])
  return null
}

/** Collects events for this long and handles them together. */
const togetherMs = 80
/** Fetches the whole list when more conversations than this changed together. */
const mostByName = 8

const telling: ReadonlySet<StreamEvent['type']> = new Set([
  'new_message',
  'message_sent',
  'message_edited',
  'message_unsent',
  'read_state',
  'conversation_changed',
  'conversation_archived',
])

function follower(queries: QueryClient) {
  const waiting = new Set<string>()
  let timer: ReturnType<typeof setTimeout> | undefined
  const ask = () => {
    timer = undefined
    const guids = [...waiting]
    waiting.clear()
    void (guids.length > mostByName ? askForAll(queries) : askFor(queries, guids))
    void queries.invalidateQueries({ queryKey: unreadConversations().queryKey })
  }
  return {
    add(event: StreamEvent) {
      if (!telling.has(event.type) || !('chat_guid' in event) || event.chat_guid === null) return
      waiting.add(event.chat_guid)
      timer ??= setTimeout(ask, togetherMs)
    },
    end: () => clearTimeout(timer),
  }
}

const askForAll = (queries: QueryClient) => queries.invalidateQueries({ queryKey: ['list_conversations'] })

/**
 * Events also concern conversations that are not shown, such as junk, and those that are gone. They are missing from the answer,
 * where asking for each by itself would be an error in the console of the browser.
 */
async function askFor(queries: QueryClient, guids: readonly string[]): Promise<void> {
  try {
    const found = await client.list_conversations({ guids: guids.join(',') })
    for (const conversation of found) remember(queries, conversation)
    // The answer that a list is waiting for may be older than this one, and would take its place.
    const isListing = queries.isFetching({ queryKey: ['list_conversations', 'pages'] }) > 0
    if (found.length < guids.length || isListing) await askForAll(queries)
  } catch {
    await askForAll(queries)
  }
}

/** Stores a conversation wherever the page caches it. */
export function remember(queries: QueryClient, conversation: Conversation): void {
  queries.setQueryData(asking('get_conversation', { guid: conversation.guid }).queryKey, conversation)
  // Another query may have requested the conversation under a different spelling of its GUID.
  queries.setQueriesData<Conversation>({ queryKey: ['get_conversation'] }, (known) =>
    known?.guid === conversation.guid ? conversation : known,
  )
  const { guid, archived, unread_count } = conversation
  put(queries, { filter: 'all', conversation, isIn: !archived })
  put(queries, { filter: 'archived', conversation, isIn: archived })
  if (archived || unread_count > 0) put(queries, { filter: 'unread', conversation, isIn: !archived })
  queries.setQueryData(archivedConversations().queryKey, (known) => {
    const others = known?.filter((one) => one.guid !== guid)
    return others && (archived ? [conversation, ...others] : others)
  })
}

interface Placing {
  filter: Filter
  conversation: Conversation
  /** Whether it belongs in the rows of the filter. */
  isIn: boolean
}

function put(queries: QueryClient, { filter, conversation, isIn }: Placing) {
  const line = chosenLine()
  if (line !== undefined && conversation.line !== line) return
  const { queryKey } = conversationPages(filter)
  queries.setQueryData<ConversationData>(
    queryKey,
    (data) => data && (isIn ? withConversation(data, conversation) : withoutConversation(data, conversation.guid)),
  )
}
