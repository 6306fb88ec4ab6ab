/** Implements GET /api/v1/conversations. */
import type { Action } from './action.ts'

export const listConversations: Action<'list_conversations'> = (
  { limit, offset, q = '', unread, archived },
  { history },
) => history.conversations({ limit, offset, typed: q, isUnread: unread, isArchived: archived })
