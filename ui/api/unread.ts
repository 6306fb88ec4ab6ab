/** What is unread, over all conversations. */
import { useQuery } from '@tanstack/react-query'
import type { Conversation } from '../../src/contract/conversation.ts'
import { asking } from './ask.ts'

const most = 200

export const unreadConversations = () => asking('list_conversations', { unread: true, limit: most })

const messagesIn = (conversations: readonly Conversation[]): number =>
  conversations.reduce((sum, { unread_count, muted }) => sum + (muted ? 0 : unread_count), 0)

/** Messages; those of muted conversations are not counted. */
export const useUnreadCount = (): number => useQuery({ ...unreadConversations(), select: messagesIn }).data ?? 0
