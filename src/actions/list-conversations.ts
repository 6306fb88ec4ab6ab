/** Implements GET /api/v1/conversations. */
import type { Action } from './action.ts'
import { requireNoLine } from './list-lines.ts'

export const listConversations: Action<'list_conversations'> = (
  { limit, offset, q = '', unread, archived, line },
  { history },
) => {
  requireNoLine(line)
  return history.conversations({ limit, offset, typed: q, isUnread: unread, isArchived: archived })
}
