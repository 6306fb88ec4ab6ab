/** Counts unread messages over the conversations of the list, and the archived conversations. */
import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { Conversation } from '../../src/contract/conversation.ts'
import { useMutes } from '../state/mutes.ts'
import { asking } from './ask.ts'

const most = 200

export const unreadConversations = () => asking('list_conversations', { unread: true, archived: false, limit: most })

export const archivedConversations = () => asking('list_conversations', { archived: true, limit: most })

/** Counts messages; those of muted conversations are left out. */
export function useUnreadCount(): number {
  const mutes = useMutes()
  const messagesIn = useCallback(
    (conversations: readonly Conversation[]) =>
      conversations
        .filter(({ muted, handle }) => !muted && !mutes.includes(handle))
        .reduce((sum, { unread_count }) => sum + unread_count, 0),
    [mutes],
  )
  return useQuery({ ...unreadConversations(), select: messagesIn }).data ?? 0
}
